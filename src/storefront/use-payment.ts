"use client"
import { noticeOf } from "../pay-page/notice.js"
import type { CryptoPaymentClient } from "./client.js"
import type { CryptoCheckoutError } from "./error.js"
import type { CryptoPaymentLabelName } from "./labels.js"
import { useCallback, useEffect, useRef, useState } from "./react.js"
import type { CryptoPaymentChoice, CryptoPaymentView } from "./types.js"
import { asCryptoCheckoutError, watchPayment } from "./watch.js"

export type PaymentEvents = {
  onSettled?: ((payment: CryptoPaymentView) => void) | undefined
  onExpired?: ((payment: CryptoPaymentView) => void) | undefined
  onError?: ((error: CryptoCheckoutError) => void) | undefined
  onTokenChange?: ((token: string, payment: CryptoPaymentView) => void) | undefined
}

type Inner = PaymentEvents & {
  client: CryptoPaymentClient
  /** The payment has another status than before. */
  onStatus: (payment: CryptoPaymentView) => void
  onRenewed: () => void
  onLost: () => void
}

/** A payment as it was last told. */
export type Shown = { token: string; payment: CryptoPaymentView /** By this clock, Unix milliseconds. */; at: number }

export type WatchedPayment = {
  shown: Shown | undefined
  connected: boolean
  /** There is no such payment. */
  unknown: boolean
  /** A new price is being asked for. */
  busy: boolean
  notice: CryptoPaymentLabelName | undefined
  renew: (choice?: CryptoPaymentChoice) => void
}

type Connection = { token: string; lost?: boolean; unknown?: boolean; notice?: CryptoPaymentLabelName | undefined }

/** Its order is known, or none will come. */
const isSettled = (payment?: CryptoPaymentView) => payment?.status === "paid" && payment.next_poll_seconds === null

/** Watches a payment, and gets a new price for it. What it calls is what was given last. */
export function usePayment(given: string, inner: Inner): WatchedPayment {
  const latest = useRef(inner)
  useEffect(() => {
    latest.current = inner
  })
  const [renewed, setRenewed] = useState({ from: given, token: given })
  const token = renewed.from === given ? renewed.token : given
  const [shown, setShown] = useState<Shown>()
  const [connection, setConnection] = useState<Connection>({ token })
  const [busy, setBusy] = useState(false)
  const last = useRef<Shown | undefined>(undefined)
  const ask = useRef<(() => void) | undefined>(undefined)
  const running = useRef<AbortController | undefined>(undefined)

  const take = useCallback((token: string, payment: CryptoPaymentView) => {
    const before = last.current?.token === token ? last.current.payment : undefined
    last.current = { token, payment, at: Date.now() }
    setShown(last.current)
    const { onStatus, onExpired, onSettled } = latest.current
    if (before && before.status !== payment.status) onStatus(payment)
    if (before?.status !== "expired" && payment.status === "expired") onExpired?.(payment)
    if (!isSettled(before) && isSettled(payment)) onSettled?.(payment)
  }, [])

  useEffect(() => {
    const own = new AbortController()
    running.current = own
    setConnection({ token })
    const watch = watchPayment({ payment: (...asked) => latest.current.client.payment(...asked) }, token, {
      onChange: (payment) => {
        if (last.current?.token !== token) setConnection({ token })
        take(token, payment)
      },
      onError: (error) => {
        if (error.code === "unknown_payment") setConnection({ token, unknown: true })
        // It may be long until there is something to show.
        else if (error.status === 429 && last.current?.token !== token)
          setConnection((is) => ({ ...is, notice: "tooMany" }))
        latest.current.onError?.(error)
      },
      onConnection: (connected) => {
        setConnection((is) => ({ ...is, lost: !connected }))
        if (!connected) latest.current.onLost()
      },
    })
    ask.current = watch.askNow
    return () => {
      watch.stop()
      own.abort()
    }
  }, [token, take])

  const renew = async (choice?: CryptoPaymentChoice) => {
    const own = running.current
    if (busy || !own) return
    setBusy(true)
    const note = (notice?: CryptoPaymentLabelName) => setConnection((is) => ({ ...is, notice }))
    note()
    try {
      const next = await latest.current.client.renew(token, choice, { signal: own.signal })
      if (own.signal.aborted) return
      take(next.token, next.payment)
      setRenewed({ from: given, token: next.token })
      latest.current.onRenewed()
      if (next.token !== token) latest.current.onTokenChange?.(next.token, next.payment)
      // The same one is watched on, by what was known of it before.
      else ask.current?.()
    } catch (cause) {
      if (own.signal.aborted) return
      const error = asCryptoCheckoutError(cause)
      // Without a network the page says so already, until it is back.
      if (navigator.onLine) note(noticeOf(error.code))
      ask.current?.()
      latest.current.onError?.(error)
    } finally {
      setBusy(false)
    }
  }

  const current = connection.token === token ? connection : { token }
  return {
    shown: shown?.token === token ? shown : undefined,
    connected: !current.lost,
    unknown: !!current.unknown,
    notice: current.notice,
    busy,
    renew,
  }
}
