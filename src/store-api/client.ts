import { setTimeout as delay } from "node:timers/promises"
import type { Pool } from "undici"
import type { z } from "zod"
import { DEFAULT_THROTTLE_SECONDS, decideRetry } from "../core/payment/schedule"
import { type AttemptResult, malformed, parseAnswer, refusedAnswer, throttledFailure, wireFailure } from "./outcome"
import { basicAuth, openPool, type PoolOptions, textOf } from "./transport"
import {
  type CreatePaymentRequest,
  PAYMENTS_PATH,
  type PaymentResponse,
  type PaymentStatusResponse,
  paymentResponse,
  paymentStatusResponse,
} from "./wire"

/** The shopper waits at most ten seconds in total; the rest is for the work around the call. */
export const CREATE_TIMEOUT_MS = 7000
const LOOKUP_TIMEOUT_MS = 8000

/** Passed in, so that tests need no real clock, randomness or waits. */
type ClientDeps = {
  /** Unix milliseconds. */
  now: () => number
  /** A number in [0, 1). */
  random: () => number
  sleep: (milliseconds: number) => Promise<unknown>
}

/** Called for each attempt of a request; the function it returns is called with the answer, status 0 if none came. */
export type OnRequest = (sent: {
  method: string
  /** The path with placeholders for ids, such as `/payments/{id}`. */
  route: string
  host: string
  /** From 1. */
  attempt: number
}) => (answered: { status: number; code: string | undefined }) => void

/** What is sent to the service: a new payment, or a question about one. */
export type ServiceCall = "creation" | "lookup"

type ClientOptions = PoolOptions & {
  apiKey: string
  secretKey: string
  /** Called after every 429 with the seconds to wait, so that other instances wait too. */
  onThrottled?: (seconds: number, call: ServiceCall) => Promise<unknown>
  /** Called before each attempt, except a first one with `throttleChecked`. Returns the seconds left to wait, or 0. */
  throttledFor?: (call: ServiceCall) => Promise<number>
  onRequest?: OnRequest
}

type RequestOptions = {
  method: "GET" | "POST"
  path: string
  /** The path with placeholders, for `onRequest`; by default `path`. */
  route?: string
  body?: unknown
  /** Milliseconds for everything: connecting, waiting, reading and retries. */
  timeoutMs: number
  /** The caller has just checked `throttledFor`, so the first attempt does not. */
  throttleChecked?: boolean
  attempts?: number
  expectStatus: readonly number[]
}

const SYSTEM_DEPS: ClientDeps = { now: Date.now, random: Math.random, sleep: delay }

/**
 * The Store API's two operations, over a keep-alive pool to one origin: Basic auth, a total timeout, a cap on the answer,
 * no redirects (one could send the keys elsewhere), and retries by the policy in core. A failed request throws a
 * StoreApiError, unless a callback of the options throws.
 */
export class StoreApiClient {
  readonly #options: ClientOptions
  #pool: Promise<Pool> | undefined
  readonly #basePath: string
  readonly #authorization: string
  readonly #deps: ClientDeps
  readonly #host: string

  /** @throws TypeError for keys that Basic auth cannot carry */
  constructor(options: ClientOptions, deps: Partial<ClientDeps> = {}) {
    const url = new URL(options.baseUrl)
    this.#basePath = url.pathname.replace(/(?<!\/)\/+$/, "")
    this.#authorization = basicAuth(options.apiKey, options.secretKey)
    this.#host = url.hostname
    this.#deps = { ...SYSTEM_DEPS, ...deps }
    this.#options = options
  }

  /**
   * `POST /v1/store-api/payments`. It has no idempotency key, so after `timeout` or `connection_lost` the service may
   * hold a payment that no shopper sees; `throttleChecked`: no rate limit was in force just now.
   */
  async createPayment(
    request: CreatePaymentRequest,
    timeoutMs = CREATE_TIMEOUT_MS,
    throttleChecked = false,
  ): Promise<PaymentResponse> {
    const json = await this.#request({
      method: "POST",
      path: PAYMENTS_PATH,
      body: request,
      timeoutMs,
      throttleChecked,
      // The specification says 201; a 200 with a complete payment means the same.
      expectStatus: [201, 200],
    })
    return parse(paymentResponse, json, 201)
  }

  /** `GET /v1/store-api/payments/{id}`. */
  async getPayment(id: string, { timeoutMs = LOOKUP_TIMEOUT_MS, attempts = 3 } = {}): Promise<PaymentStatusResponse> {
    const json = await this.#request({
      method: "GET",
      path: `${PAYMENTS_PATH}/${encodeURIComponent(id)}`,
      route: `${PAYMENTS_PATH}/{id}`,
      timeoutMs,
      attempts,
      expectStatus: [200],
    })
    const status = parse(paymentStatusResponse, json, 200)
    if (status.id !== id) throw malformed("another payment's status", 200)
    return status
  }

  /** Closes when the running requests are done. Opens an unused pool first, so that no later request can open it. */
  async retire(): Promise<void> {
    await (await this.#open()).close()
  }

  /** Closes at once and aborts running requests. */
  async close(): Promise<void> {
    await (await this.#open()).destroy()
  }

  /**
   * Returns the JSON of an answer with the expected status.
   * @throws StoreApiError for everything else
   */
  async #request(options: RequestOptions): Promise<unknown> {
    const until = this.#deps.now() + options.timeoutMs
    for (let attempt = 1; ; attempt++) {
      const isChecked = options.throttleChecked && attempt === 1
      const throttledFor = isChecked ? 0 : ((await this.#options.throttledFor?.(callOf(options))) ?? 0)
      const outcome = throttledFor > 0 ? throttledFailure(throttledFor) : await this.#send(options, attempt, until)
      if ("json" in outcome) return outcome.json
      if (!outcome.error.retryable || attempt === options.attempts) throw outcome.error
      const decision = decideRetry(outcome.failure, {
        // A lookup changes nothing, so it may be repeated after a lost answer.
        safe: options.method === "GET",
        attempt,
        remainingMs: until - this.#deps.now(),
        jitter: this.#deps.random(),
      })
      if (!decision.retry) throw outcome.error
      await this.#deps.sleep(decision.waitMs)
    }
  }

  #open(): Promise<Pool> {
    this.#pool ??= openPool(this.#options)
    return this.#pool
  }

  async #send(options: RequestOptions, attempt: number, until: number): Promise<AttemptResult> {
    const { method, path, route = path } = options
    const answered = this.#options.onRequest?.({ method, route, host: this.#host, attempt })
    // A timer refuses fractions.
    const outcome = await this.#attempt(options, Math.max(1, Math.floor(until - this.#deps.now())))
    answered?.("json" in outcome ? { status: outcome.status, code: undefined } : outcome.error)
    if ("error" in outcome && outcome.error.code === "rate_limited") {
      await this.#options.onThrottled?.(outcome.error.retryAfter ?? DEFAULT_THROTTLE_SECONDS, callOf(options))
    }
    return outcome
  }

  async #attempt({ method, path, body, expectStatus }: RequestOptions, remainingMs: number): Promise<AttemptResult> {
    let status = 0
    try {
      const signal = AbortSignal.timeout(remainingMs)
      const pool = await this.#open()
      const answer = await pool.request({
        method,
        path: this.#basePath + path,
        headers: {
          authorization: this.#authorization,
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal,
        headersTimeout: remainingMs,
        bodyTimeout: remainingMs,
      })
      status = answer.statusCode
      const text = await textOf(answer, expectStatus)
      if (expectStatus.includes(status)) return { json: parseAnswer(text, status), status }
      return refusedAnswer({ status, text, retryAfter: answer.headers["retry-after"] }, this.#deps.now())
    } catch (error) {
      return wireFailure(error, status)
    }
  }
}

function parse<T extends z.ZodType>(schema: T, json: unknown, status: number): z.infer<T> {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  // Only the names of fields, because a value may be another shopper's address.
  throw malformed(parsed.error.issues.map((issue) => issue.path.join(".") || "body").join(", "), status)
}

const callOf = ({ method }: RequestOptions): ServiceCall => (method === "POST" ? "creation" : "lookup")
