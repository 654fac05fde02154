import { leftOf } from "../pay-page/display.js"
import { type ClientErrorCode, type CryptoPaymentClient, CryptoPaymentClientError } from "./client.js"
import type { CryptoPaymentView } from "./types.js"

export type WatchHandlers = {
  /** Called for each answer. */
  onChange: (payment: CryptoPaymentView) => void
  /** Called once for failures in a row with the same code. Polling continues, except after `unknown_payment`. */
  onError?: (error: CryptoPaymentClientError) => void
  /** False when the server cannot be reached, true when it can again. */
  onConnection?: (connected: boolean) => void
}

export type CryptoPaymentWatch = {
  stop: () => void
  /** Asks at once, or when the server's Retry-After is over. */
  askNow: () => void
}

/** Milliseconds: the longest backoff after a failure; Retry-After may be longer. Also a hidden page's shortest wait. */
const SLOW_MS = 30_000
/** Milliseconds: the shortest pause after an answer, even if the server asks for less, except at the quote's end. */
const SHORTEST_WAIT_MS = 1_000
/** Milliseconds between requests after the quote expired, until the server reports it as expired too. */
const OVER_MS = 2_000
/** Eleven days. A browser's timer of more than 31 bits fires at once (HTML, "timer initialization steps"). */
const LONGEST_TIMER_MS = 1e9
/** Each wait is longer by a random share of up to this, so that many shoppers do not ask at the same moment. */
const SPREAD = 0.1

/**
 * Polls a payment's status at the server's pace until nothing can change; slower while the page is hidden, at once when
 * the quote expires, the page is shown or the network is back. Failures are retried with backoff, without a limit.
 */
export function watchPayment(
  client: Pick<CryptoPaymentClient, "payment">,
  token: string,
  { onChange, onError, onConnection }: WatchHandlers,
): CryptoPaymentWatch {
  // A server and an app have neither.
  const { document, window }: Partial<typeof globalThis> = globalThis
  const stopped = new AbortController()
  const { signal } = stopped
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = false
  let over = false
  let failures = 0
  let failed: string | undefined
  let retryAllowedAt = 0
  let connected = true

  const setConnected = (value: boolean) => {
    if (connected === value) return
    connected = value
    onConnection?.(value)
  }
  const spread = (milliseconds: number) => milliseconds * (1 + SPREAD * Math.random())
  const wait = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(askNow, Math.min(Math.max(milliseconds, document?.hidden ? SLOW_MS : 0), LONGEST_TIMER_MS))
  }

  function succeed(payment: CryptoPaymentView): void {
    failures = retryAllowedAt = 0
    failed = undefined
    const { status, next_poll_seconds } = payment
    over = next_poll_seconds === null
    if (!over) {
      const left = leftOf(payment)
      const pause = Math.max(SHORTEST_WAIT_MS, spread((next_poll_seconds as number) * 1000) || 0)
      wait(status !== "waiting" ? pause : left > 0 ? Math.min(pause, left) : OVER_MS)
    }
    setConnected(true)
    onChange(payment)
  }

  function fail(error: CryptoPaymentClientError): void {
    over = error.code === "unknown_payment"
    const retryAfterMs = (error.retryAfterSeconds ?? 0) * 1000
    retryAllowedAt = Date.now() + retryAfterMs
    failures++
    if (!over) wait(spread(Math.max(Math.min(SLOW_MS, 1000 * 2 ** failures), retryAfterMs)))
    if (!over && failures > 1 && error.status !== 429) setConnected(false)
    if (failed === error.code) return
    failed = error.code
    onError?.(error)
  }

  function askNow(): void {
    if (signal.aborted || asking) return
    const remainingMs = retryAllowedAt - Date.now()
    if (remainingMs > 0) {
      wait(remainingMs)
      return
    }
    clearTimeout(timer)
    asking = true
    client.payment(token, { signal }).then(
      (payment) => {
        asking = false
        if (!signal.aborted) succeed(payment)
      },
      (error: unknown) => {
        asking = false
        if (!signal.aborted) fail(asCryptoPaymentClientError(error))
      },
    )
  }

  const again = () => {
    if (!over && !document?.hidden) askNow()
  }
  const lost = () => {
    if (!over && !signal.aborted) setConnected(false)
  }
  document?.addEventListener("visibilitychange", again, { signal })
  for (const name of ["focus", "online", "pageshow"] as const) window?.addEventListener(name, again, { signal })
  window?.addEventListener("offline", lost, { signal })
  askNow()

  return {
    askNow,
    stop() {
      stopped.abort()
      clearTimeout(timer)
    },
  }
}

/** A store's own client may throw any error. */
export const asCryptoPaymentClientError = (error: unknown): CryptoPaymentClientError =>
  error instanceof CryptoPaymentClientError
    ? error
    : new CryptoPaymentClientError(String(error), "unexpected_answer" satisfies ClientErrorCode, null, null, {
        cause: error,
      })
