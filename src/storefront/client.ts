import type {
  CryptoPaymentBought,
  CryptoPaymentChoice,
  CryptoPaymentOption,
  CryptoPaymentView,
  RenewedCryptoPayment,
} from "./types.js"

type Cancelable = { signal?: AbortSignal | undefined }

export type CryptoPaymentClient = {
  /** The assets that a region offers, including those that are unavailable now. */
  options(regionId: string, of?: Cancelable & { token?: string }): Promise<CryptoPaymentOption[]>
  /** A payment's status. If nothing has changed (304), the last answer with the present `server_time`. */
  payment(token: string, cancel?: Cancelable): Promise<CryptoPaymentView>
  /** What the payment is for; null if it is not shown, for example because the cart changed. */
  bought(token: string, cancel?: Cancelable): Promise<CryptoPaymentBought | null>
  /**
   * Gets a new price, for the same asset or another one; for a paid payment whose order owes more, a price for the rest.
   * Use the returned token from then on.
   */
  renew(token: string, choice?: CryptoPaymentChoice, cancel?: Cancelable): Promise<RenewedCryptoPayment>
  /** The address of a payment's page on the Medusa server, for a wallet on a phone to open. */
  payUrl(token: string): string
}

export type CryptoPaymentClientOptions = {
  /** Address of the Medusa server; may have a path. */
  baseUrl: string
  publishableKey: string
  fetch?: typeof fetch
  /** Sent with each request. */
  headers?: Record<string, string>
  /** Milliseconds after which a request fails with `network_error`; 20,000 by default. */
  timeout?: number
}

type Known = { token: string; etag: string | null; payment: CryptoPaymentView }

/**
 * A client of the plugin's storefront API. A call that fails throws a CryptoPaymentClientError; one that is aborted
 * throws the signal's reason.
 */
export function createCryptoPaymentClient(options: CryptoPaymentClientOptions): CryptoPaymentClient {
  const { baseUrl, publishableKey, headers = {}, timeout = 20_000 } = options
  const server = baseUrl.replace(/\/+$/, "")
  const root = `${server}/store/crypto-payments/`
  /** Keeps one answer only, because one client may serve all shoppers of a server. */
  let last: Known | undefined
  /** Milliseconds that the server's clock is ahead of this one, which may be wrong by hours. */
  let ahead = 0
  const serverNow = () => Date.now() + ahead

  async function ask<T>(
    path: string,
    { signal }: Cancelable = {},
    init: RequestInit,
    read: (answer: Response) => Promise<T> | T,
  ): Promise<T> {
    // Many shoppers' browsers do not have AbortSignal.any yet.
    const inner = new AbortController()
    const abort = () => inner.abort()
    const timer = setTimeout(abort, timeout)
    signal?.addEventListener("abort", abort)
    if (signal?.aborted) abort()
    try {
      const answer = await (options.fetch ?? fetch)(root + path, {
        cache: "no-store",
        ...init,
        headers: { ...headers, accept: "application/json", "x-publishable-api-key": publishableKey, ...init.headers },
        signal: inner.signal,
      })
      return await read(answer)
    } catch (cause) {
      if (signal?.aborted) throw signal.reason ?? cause
      if (cause instanceof CryptoPaymentClientError) throw cause
      throw new CryptoPaymentClientError("no answer", "network_error" satisfies ClientErrorCode, null, null, { cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener("abort", abort)
    }
  }

  async function readJson<T, K extends string>(answer: Response, part: K): Promise<T & Record<K, unknown>> {
    const { status, ok, headers } = answer
    const body = parsed(await answer.text())
    if (ok && body?.[part]) return body
    const code = (!ok && (body?.code ?? body?.type)) || ("unexpected_answer" satisfies ClientErrorCode)
    throw new CryptoPaymentClientError(
      body?.message ?? `HTTP status ${status}`,
      `${code}`,
      status,
      retryAfterSeconds(headers.get("retry-after")),
    )
  }

  return {
    options: (regionId, { token, ...cancel } = {}) =>
      ask(
        `options?${new URLSearchParams({ region_id: regionId, ...(token && { token }) })}`,
        cancel,
        {},
        async (answer) => (await readJson<{ options: CryptoPaymentOption[] }, "options">(answer, "options")).options,
      ),

    payment(token, cancel) {
      // After its expiry the payment has changed, or this clock is wrong. Both need a full answer, not a 304.
      const isOver = last?.payment.status === "waiting" && serverNow() >= Date.parse(last.payment.quote_expires_at)
      const current = last?.token === token && !isOver ? last : undefined
      const headers = current?.etag ? { "if-none-match": current.etag } : undefined
      return ask(encodeURIComponent(token), cancel, { headers }, async (answer) => {
        if (current && answer.status === 304) {
          return { ...current.payment, server_time: new Date(serverNow()).toISOString() }
        }
        const { payment } = await readJson<{ payment: CryptoPaymentView }, "payment">(answer, "payment")
        ahead = Date.parse(payment.server_time) - Date.now()
        last = { token, etag: answer.headers.get("etag"), payment }
        return payment
      })
    },

    bought: (token, cancel) =>
      ask(
        `${encodeURIComponent(token)}/bought`,
        cancel,
        {},
        async (answer) => (await readJson<{ bought: CryptoPaymentBought | null }, "token">(answer, "token")).bought,
      ),

    renew: (token, choice = {}, cancel) =>
      ask(
        `${encodeURIComponent(token)}/quote`,
        cancel,
        { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(choice) },
        (answer) => readJson<RenewedCryptoPayment, "payment">(answer, "payment"),
      ),

    payUrl: (token) => `${server}/crypto-payments/${encodeURIComponent(token)}`,
  }
}

/** Undefined if the text is not JSON, such as a proxy's error page. */
function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The seconds of a Retry-After header; null for anything else, because our server sends no date. */
const retryAfterSeconds = (header: string | null): number | null =>
  /^\d{1,9}$/.test(header ?? "") ? Number(header) : null

/** Codes of the client: nothing answered, or something other than the storefront API did. */
export type ClientErrorCode = "network_error" | "unexpected_answer"

/** A failed request to the storefront API. */
export class CryptoPaymentClientError extends Error {
  constructor(
    message: string,
    /** A code of the storefront API, the `type` of Medusa's own refusal, `network_error` or `unexpected_answer`. */
    readonly code: string,
    /** HTTP status; null if no answer came. */
    readonly status: number | null,
    /** Seconds to wait before asking again; null if the server did not say. */
    readonly retryAfterSeconds: number | null,
    options?: { cause?: unknown },
  ) {
    super(message, options)
    this.name = "CryptoPaymentClientError"
  }
}
