"use client"
import type { CryptoPaymentLabelName } from "./labels.js"
import { useEffect, useRef, useState } from "./react.js"
import type { Shown } from "./use-payment.js"

/** Seconds that are left of a waiting payment's quote by the server's clock; says when they become few. */
export function useLeft(shown: Shown | undefined, tell: (name: CryptoPaymentLabelName) => void): number | undefined {
  const [now, setNow] = useState(0)
  const before = useRef<{ token?: string; left: number }>({ left: 0 })
  const waiting = shown?.payment.status === "waiting" ? shown : undefined
  const left = waiting && secondsLeft(waiting, now)
  const running = left !== undefined

  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])

  useEffect(() => {
    if (!waiting || left === undefined) return
    const last = before.current
    before.current = { token: waiting.token, left }
    if (last.token !== waiting.token || left === 0) return
    if (last.left > 60 && left <= 60) tell("oneMinute")
    else if (last.left > 300 && left <= 300) tell("fiveMinutes")
  })
  return left
}

function secondsLeft({ payment, at }: Shown, now: number): number {
  const asTold = Date.parse(payment.quote_expires_at) - Date.parse(payment.server_time)
  return Math.max(0, Math.ceil((asTold - Math.max(0, now - at)) / 1000))
}
