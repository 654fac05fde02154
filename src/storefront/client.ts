import { CryptoCheckoutError } from "./error.js"
import { retryAfterSeconds } from "./retry-after.js"
import type { CryptoPaymentChoice, CryptoPaymentOption, CryptoPaymentView, RenewedCryptoPayment } from "./types.js"

type Cancelable = { signal?: AbortSignal | undefined }

export type CryptoPaymentClient = {
  /** What can be paid with in a region, with what is out now. */
  options(regionId: string, cancel?: Cancelable): Promise<CryptoPaymentOption[]>
  /** How a payment stands. Where the server has nothing new, the last answer, with its `server_time` moved on. */
  payment(token: string, cancel?: Cancelable): Promise<CryptoPaymentView>
  /** A price to pay now, for the same asset or another one. Its token takes the place of the one asked with. */
  renew(token: string, choice?: CryptoPaymentChoice, cancel?: Cancelable): Promise<RenewedCryptoPayment>
}

export type CryptoPaymentClientOptions = {
  /** Address of the Medusa server; a path in it stays. */
  baseUrl: string
  publishableKey: string
  fetch?: typeof fetch
  /** Sent with each request. */
  headers?: Record<string, string>
  /** Milliseconds after which a request counts as unanswered; 20 000. */
  timeout?: number
  /** Unix milliseconds. */
  now?: () => number
}

type Known = { token: string; etag: string | null; payment: CryptoPaymentView }

/**
 * The store API of this plugin. Each call throws a CryptoCheckoutError where it does not succeed, and what the signal was
 * aborted with where it was.
 */
export function createCryptoPaymentClient(options: CryptoPaymentClientOptions): CryptoPaymentClient {
  const { baseUrl, publishableKey, headers = {}, timeout = 20_000, now = Date.now } = options
  const root = `${baseUrl.replace(/\/+$/, "")}/store/crypto-payments/`
  /** The last answer, and no more: one client may serve a whole server. */
  let last: Known | undefined
  /** How far the server's clock is ahead of this one, which may be hours wrong: milliseconds. */
  let ahead = 0
  const serverNow = () => now() + ahead

  async function ask<T>(
    path: string,
    { signal }: Cancelable = {},
    init: RequestInit,
    read: (answer: Response) => Promise<T> | T,
  ): Promise<T> {
    // AbortSignal.any is too young for the browsers of many shoppers.
    const inner = new AbortController()
    const abort = () => inner.abort()
    const timer = setTimeout(abort, timeout)
    signal?.addEventListener("abort", abort)
    if (signal?.aborted) abort()
    try {
      const own = { accept: "application/json", "x-publishable-api-key": publishableKey }
      const answer = await (options.fetch ?? fetch)(root + path, {
        cache: "no-store",
        ...init,
        headers: { ...headers, ...own, ...init.headers },
        signal: inner.signal,
      })
      return await read(answer)
    } catch (cause) {
      if (signal?.aborted) throw signal.reason ?? cause
      if (cause instanceof CryptoCheckoutError) throw cause
      throw new CryptoCheckoutError("no answer", "network_error", null, null, { cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener("abort", abort)
    }
  }

  async function readJson<T, K extends string>(answer: Response, part: K): Promise<T & Record<K, unknown>> {
    const { status, ok, headers } = answer
    const body = parsed(await answer.text())
    if (ok && body?.[part]) return body
    const patience = retryAfterSeconds(headers.get("retry-after"), serverNow())
    const code = (!ok && (body?.code ?? body?.type)) || "unexpected_answer"
    throw new CryptoCheckoutError(body?.message ?? `HTTP status ${status}`, `${code}`, status, patience)
  }

  return {
    options: (regionId, cancel) =>
      ask(`options?region_id=${encodeURIComponent(regionId)}`, cancel, {}, async (answer) => {
        const { options } = await readJson<{ options: CryptoPaymentOption[] }, "options">(answer, "options")
        return options
      }),

    payment(token, cancel) {
      // Past its time something has changed, or this clock is wrong: either way the whole answer is wanted.
      const isOver = last?.payment.status === "waiting" && serverNow() >= Date.parse(last.payment.quote_expires_at)
      const current = last?.token === token && !isOver ? last : undefined
      const headers = current?.etag ? { "if-none-match": current.etag } : undefined
      return ask(encodeURIComponent(token), cancel, { headers }, async (answer) => {
        if (current && answer.status === 304) {
          return { ...current.payment, server_time: new Date(serverNow()).toISOString() }
        }
        const { payment } = await readJson<{ payment: CryptoPaymentView }, "payment">(answer, "payment")
        ahead = Date.parse(payment.server_time) - now()
        last = { token, etag: answer.headers.get("etag"), payment }
        return payment
      })
    },

    renew: (token, choice = {}, cancel) =>
      ask(
        `${encodeURIComponent(token)}/quote`,
        cancel,
        { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(choice) },
        (answer) => readJson<RenewedCryptoPayment, "payment">(answer, "payment"),
      ),
  }
}

/** Undefined for what is not JSON, such as the page of a proxy: the status tells more than that. */
function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
