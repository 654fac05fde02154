import type { CryptoPaymentClient } from "./client.js"
import { CryptoCheckoutError } from "./error.js"
import type { CryptoPaymentView } from "./types.js"

/** Clock, chance and the page, as a browser has them. */
export type WatchEnvironment = {
  /** Unix milliseconds. */
  now: () => number
  setTimeout: (work: () => void, milliseconds: number) => unknown
  clearTimeout: (timer: never) => void
  /** From 0 to 1. */
  random: () => number
  document?: Pick<Document, "hidden" | "addEventListener" | "removeEventListener"> | undefined
  window?: Pick<Window, "addEventListener" | "removeEventListener"> | undefined
}

export type WatchHandlers = {
  /** After each answer. */
  onChange: (payment: CryptoPaymentView) => void
  /** Once for each run of failures with the same code; asking goes on, but for `unknown_payment`. */
  onError?: (error: CryptoCheckoutError) => void
  /** False when no news can be had, true when it can again. */
  onConnection?: (connected: boolean) => void
}

export type CryptoPaymentWatch = {
  stop: () => void
  /** Now, unless the page is hidden or the server asked for patience. */
  askNow: () => void
}

const LONGEST_WAIT_MS = 30_000
/** Whatever the server says, or leaves out. */
const SHORTEST_WAIT_MS = 1_000
/** Once the time is over, until the server agrees. */
const OVER_MS = 2_000
/** What is longer would be over at once (HTML, "timer initialization steps"). */
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** Many shoppers, one moment: each asks up to this part later. */
const SPREAD = 0.1

/**
 * Asks how a payment stands for as long as something may change: as often as the server says, at once when the quote's
 * time is over, not while the page is hidden, and again when it is seen or the network is back. Failures are retried
 * ever more slowly, without end.
 */
export function watchPayment(
  client: Pick<CryptoPaymentClient, "payment">,
  token: string,
  { onChange, onError, onConnection }: WatchHandlers,
  environment: WatchEnvironment = browser(),
): CryptoPaymentWatch {
  // Called without their object: a browser takes its timers from nobody else.
  const { now, random, setTimeout, clearTimeout, document, window } = environment
  const aborted = new AbortController()
  let timer: unknown
  let asking = false
  let over = false
  let failures = 0
  let failed: string | undefined
  let patientUntil = 0
  let connected = true

  const connect = (is: boolean) => {
    if (connected === is) return
    connected = is
    onConnection?.(is)
  }
  const spread = (milliseconds: number) => milliseconds * (1 + SPREAD * random())
  const wait = (milliseconds: number) => {
    clearTimeout(timer as never)
    timer = setTimeout(askNow, Math.min(milliseconds, LONGEST_TIMER_MS))
  }

  function succeed(payment: CryptoPaymentView): void {
    failures = patientUntil = 0
    failed = undefined
    const { status, next_poll_seconds, quote_expires_at, server_time } = payment
    over = next_poll_seconds === null
    if (next_poll_seconds !== null) {
      const left = Date.parse(quote_expires_at) - Date.parse(server_time)
      const pause = Math.max(SHORTEST_WAIT_MS, spread(next_poll_seconds * 1000) || 0)
      wait(status !== "waiting" ? pause : left > 0 ? Math.min(pause, left) : OVER_MS)
    }
    connect(true)
    onChange(payment)
  }

  function fail(error: CryptoCheckoutError): void {
    over = error.code === "unknown_payment"
    const patience = (error.retryAfterSeconds ?? 0) * 1000
    patientUntil = now() + patience
    failures++
    if (!over) wait(spread(Math.max(Math.min(LONGEST_WAIT_MS, 1000 * 2 ** failures), patience)))
    if (!over && failures > 1 && error.status !== 429) connect(false)
    if (failed === error.code) return
    failed = error.code
    onError?.(error)
  }

  function askNow(): void {
    if (aborted.signal.aborted || asking || document?.hidden) return
    const patience = patientUntil - now()
    if (patience > 0) {
      wait(patience)
      return
    }
    clearTimeout(timer as never)
    asking = true
    client.payment(token, { signal: aborted.signal }).then(
      (payment) => {
        asking = false
        if (!aborted.signal.aborted) succeed(payment)
      },
      (error: unknown) => {
        asking = false
        if (!aborted.signal.aborted) fail(asCryptoCheckoutError(error))
      },
    )
  }

  const again = () => {
    if (!over) askNow()
  }
  const lost = () => {
    if (!over) connect(false)
  }
  const events = [
    [document, "visibilitychange", again],
    [window, "focus", again],
    [window, "online", again],
    [window, "pageshow", again],
    [window, "offline", lost],
  ] as const
  for (const [target, name, listener] of events) target?.addEventListener(name, listener)
  askNow()

  return {
    askNow,
    stop() {
      aborted.abort()
      clearTimeout(timer as never)
      for (const [target, name, listener] of events) target?.removeEventListener(name, listener)
    },
  }
}

/** A client of the store's own may throw anything. */
export const asCryptoCheckoutError = (error: unknown): CryptoCheckoutError =>
  error instanceof CryptoCheckoutError
    ? error
    : new CryptoCheckoutError(String(error), "unexpected_answer", null, null, { cause: error })

const browser = (): WatchEnvironment => ({
  now: Date.now,
  setTimeout,
  clearTimeout,
  random: Math.random,
  document: globalThis.document,
  window: globalThis.window,
})
