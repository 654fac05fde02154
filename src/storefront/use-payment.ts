"use client"
import { useEffect, useRef, useState } from "react"
import { noticeOf } from "../pay-page/display.js"
import { type CryptoPaymentClient, CryptoPaymentClientError } from "./client.js"
import type { CryptoPaymentChoice, CryptoPaymentLabelName, CryptoPaymentView } from "./types.js"
import { asCryptoPaymentClientError, type CryptoPaymentWatch, watchPayment } from "./watch.js"

export type PaymentEvents = {
  onSettled?: ((payment: CryptoPaymentView) => void) | undefined
  onExpired?: ((payment: CryptoPaymentView) => void) | undefined
  onError?: ((error: CryptoPaymentClientError) => void) | undefined
  onTokenChange?: ((token: string, payment: CryptoPaymentView) => void) | undefined
}

type Inner = PaymentEvents & {
  client: CryptoPaymentClient
  /** Called for each answer after the first. */
  onChange: (payment: CryptoPaymentView, before: CryptoPaymentView) => void
  onRenewed: () => void
  onConnection: (connected: boolean) => void
}

/** The last answer about a payment. `at` is when it came, in Unix milliseconds by this clock. */
export type Shown = { token: string; payment: CryptoPaymentView; at: number }

/** What is known about the payment of `token`. */
type State = {
  token: string
  shown?: Shown
  /** The server cannot be reached. */
  lost?: boolean
  unknown?: boolean
  notice?: CryptoPaymentLabelName | undefined
  /** The notice is about another asset that the shopper chose. */
  ofChoice?: boolean
}

type WatchedPayment = State & {
  busy: boolean
  renew: (choice?: CryptoPaymentChoice) => void
}

/** Paid and not sent back, with its order, which `orderPlacement: "payment"` places a moment after the money arrived. */
const isSettled = (payment?: CryptoPaymentView) =>
  payment?.status === "paid" && payment.order && payment.state !== "arrived" && !payment.sent_back_at

/** Watches a payment and gets new prices for it. Always calls the handlers of the last render. */
export function useWatchedPayment(given: string, inner: Inner): WatchedPayment {
  const latest = useRef(inner)
  useEffect(() => {
    latest.current = inner
  })
  const [renewed, setRenewed] = useState({ from: given, token: given })
  const token = renewed.from === given ? renewed.token : given
  const [state, setState] = useState<State>({ token })
  const [busy, setBusy] = useState(false)
  const last = useRef<Shown | undefined>(undefined)
  const watching = useRef<CryptoPaymentWatch | undefined>(undefined)

  /** Merges news into the state; discards the state if it belongs to another token. */
  const mergeState = (token: string, news: Partial<State>) =>
    setState((current) => ({ ...(current.token === token && current), ...news, token }))
  const receive = (token: string, payment: CryptoPaymentView) => {
    const before = last.current?.token === token ? last.current.payment : undefined
    last.current = { token, payment, at: Date.now() }
    mergeState(token, { shown: last.current, lost: false })
    if (!before) mergeState(token, { notice: undefined })
    const { onChange, onExpired, onSettled } = latest.current
    if (before) onChange(payment, before)
    if (before?.status !== "expired" && payment.status === "expired") onExpired?.(payment)
    if (!isSettled(before) && isSettled(payment)) onSettled?.(payment)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions it calls read refs, so those of the first render still work
  useEffect(() => {
    const watch = watchPayment({ payment: (...asked) => latest.current.client.payment(...asked) }, token, {
      onChange: (payment) => receive(token, payment),
      onError: (error) => {
        if (error.code === "unknown_payment") mergeState(token, { unknown: true })
        // Otherwise the shopper would see an empty box until the limit ends.
        else if (error.status === 429 && last.current?.token !== token) mergeState(token, { notice: "tooMany" })
        latest.current.onError?.(error)
      },
      onConnection: (connected) => {
        mergeState(token, { lost: !connected })
        latest.current.onConnection(connected)
      },
    })
    watching.current = watch
    return () => {
      watching.current = undefined
      watch.stop()
    }
  }, [token])

  const renew = async (choice?: CryptoPaymentChoice) => {
    const watch = watching.current
    if (busy || !watch) return
    setBusy(true)
    mergeState(token, { notice: undefined, ofChoice: !!choice })
    const next = await latest.current.client.renew(token, choice).catch(asCryptoPaymentClientError)
    setBusy(false)
    if (watching.current !== watch) return
    if (next instanceof CryptoPaymentClientError) {
      const lost = next.code === "network_error"
      mergeState(token, { notice: lost ? "offline" : noticeOf(next.code), lost })
      latest.current.onError?.(next)
    } else {
      receive(next.token, next.payment)
      setRenewed({ from: given, token: next.token })
      latest.current.onRenewed()
      if (next.token !== token) return latest.current.onTokenChange?.(next.token, next.payment)
    }
    // The token is the same, so the running watch asks again at once.
    watch.askNow()
  }

  return { ...(state.token === token ? state : { token }), busy, renew }
}
