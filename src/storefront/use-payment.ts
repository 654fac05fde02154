"use client"
import { useEffect, useRef, useState } from "react"
import { noticeOf } from "../pay-page/notice.js"
import type { CryptoPaymentClient } from "./client.js"
import { CryptoCheckoutError } from "./error.js"
import type { CryptoPaymentLabelName } from "./labels.js"
import type { CryptoPaymentChoice, CryptoPaymentView } from "./types.js"
import { asCryptoCheckoutError, type CryptoPaymentWatch, watchPayment } from "./watch.js"

export type PaymentEvents = {
  onSettled?: ((payment: CryptoPaymentView) => void) | undefined
  onExpired?: ((payment: CryptoPaymentView) => void) | undefined
  onError?: ((error: CryptoCheckoutError) => void) | undefined
  onTokenChange?: ((token: string, payment: CryptoPaymentView) => void) | undefined
}

type Inner = PaymentEvents & {
  client: CryptoPaymentClient
  /** It was asked about again. */
  onChange: (payment: CryptoPaymentView, before: CryptoPaymentView) => void
  onRenewed: () => void
  onLost: () => void
}

/** A payment as it was last told. */
export type Shown = { token: string; payment: CryptoPaymentView /** By this clock, Unix milliseconds. */; at: number }

/** What is known of the payment with that token. */
type State = {
  token: string
  shown?: Shown
  /** The network is gone. */
  lost?: boolean
  /** There is no such payment. */
  unknown?: boolean
  /** Why there is no new price. */
  notice?: CryptoPaymentLabelName | undefined
  /** The notice is of another asset that was chosen. */
  ofChoice?: boolean
}

export type WatchedPayment = State & {
  /** A new price is being asked for. */
  busy: boolean
  renew: (choice?: CryptoPaymentChoice) => void
}

/** Its order is known, or nothing changes any more. */
const isSettled = (payment?: CryptoPaymentView) =>
  payment?.status === "paid" && (payment.order || !payment.next_poll_seconds)

/** Watches a payment, and gets a new price for it. What it calls is what was given last. */
export function usePayment(given: string, inner: Inner): WatchedPayment {
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

  /** What was known of another token is no longer true. */
  const know = (token: string, news: Partial<State>) =>
    setState((is) => ({ ...(is.token === token && is), ...news, token }))
  const take = (token: string, payment: CryptoPaymentView) => {
    const before = last.current?.token === token ? last.current.payment : undefined
    last.current = { token, payment, at: Date.now() }
    know(token, { shown: last.current, lost: false })
    if (!before) know(token, { notice: undefined })
    const { onChange, onExpired, onSettled } = latest.current
    if (before) onChange(payment, before)
    if (before?.status !== "expired" && payment.status === "expired") onExpired?.(payment)
    if (!isSettled(before) && isSettled(payment)) onSettled?.(payment)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls reads refs, so the first of each is as good as the last
  useEffect(() => {
    const watch = watchPayment({ payment: (...asked) => latest.current.client.payment(...asked) }, token, {
      onChange: (payment) => take(token, payment),
      onError: (error) => {
        if (error.code === "unknown_payment") know(token, { unknown: true })
        // It may be long until there is something to show.
        else if (error.status === 429 && last.current?.token !== token) know(token, { notice: "tooMany" })
        latest.current.onError?.(error)
      },
      onConnection: (connected) => {
        know(token, { lost: !connected })
        if (!connected) latest.current.onLost()
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
    know(token, { notice: undefined, ofChoice: !!choice })
    const next = await latest.current.client.renew(token, choice).catch(asCryptoCheckoutError)
    setBusy(false)
    if (watching.current !== watch) return
    if (next instanceof CryptoCheckoutError) {
      const lost = next.code === "network_error"
      know(token, { notice: lost ? "offline" : noticeOf(next.code), lost })
      latest.current.onError?.(next)
    } else {
      take(next.token, next.payment)
      setRenewed({ from: given, token: next.token })
      latest.current.onRenewed()
      if (next.token !== token) return latest.current.onTokenChange?.(next.token, next.payment)
    }
    // The same one is watched on, by what was known of it before.
    watch.askNow()
  }

  return { ...(state.token === token ? state : { token }), busy, renew }
}
