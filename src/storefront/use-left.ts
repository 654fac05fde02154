"use client"
import { useEffect, useRef, useState } from "react"
import { leftOf } from "../pay-page/display.js"
import type { Ui } from "./ui.js"
import type { Shown } from "./use-payment.js"

/** Seconds until the quote expires, by the server's clock. Announces when five minutes and one minute are left. */
export function useLeft({ payment, at }: Shown, tell: Ui["tell"]): number {
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((leftOf(payment) - Math.max(0, now - at)) / 1000))
  const before = useRef(left)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    const passed = (seconds: number) => before.current > seconds && left <= seconds
    if (left > 0 && passed(60)) tell("oneMinute")
    else if (left > 0 && passed(300)) tell("fiveMinutes")
    before.current = left
  })
  return left
}
