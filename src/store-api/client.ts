import type { z } from "zod"
import { StoreApiError } from "./error"
import { Transport, type TransportDeps, type TransportOptions } from "./transport"
import {
  type CreatePaymentRequest,
  PAYMENTS_PATH,
  type PaymentResponse,
  type PaymentStatusResponse,
  paymentResponse,
  paymentStatusResponse,
} from "./wire"

/** The shopper waits: an answer within ten seconds, with all that Medusa does around it. */
export const CREATE_DEADLINE_MS = 7000
const LOOKUP_DEADLINE_MS = 8000

/** The Store API's two operations. Every failure is a StoreApiError. */
export class StoreApiClient {
  readonly #transport: Transport

  constructor(options: TransportOptions, deps: Partial<TransportDeps> = {}) {
    this.#transport = new Transport(options, deps)
  }

  /**
   * `POST /v1/store-api/payments`. It has no idempotency key: after `timeout` or `connection_lost` a
   * payment may exist at the service that nobody will ever be shown, which costs nothing.
   * @param throttleChecked the caller has just read that the service throttles nobody
   */
  async createPayment(
    request: CreatePaymentRequest,
    deadlineMs = CREATE_DEADLINE_MS,
    throttleChecked = false,
  ): Promise<PaymentResponse> {
    const json = await this.#transport.request({
      method: "POST",
      path: PAYMENTS_PATH,
      body: request,
      deadlineMs,
      safe: false,
      throttleChecked,
      // 201 is the specification's; a 200 with a whole payment in it says the same.
      expectStatus: [201, 200],
    })
    return parse(paymentResponse, json, 201)
  }

  /** `GET /v1/store-api/payments/{id}`. */
  async getPayment(id: string, { deadlineMs = LOOKUP_DEADLINE_MS, attempts = 3 } = {}): Promise<PaymentStatusResponse> {
    const json = await this.#transport.request({
      method: "GET",
      path: `${PAYMENTS_PATH}/${encodeURIComponent(id)}`,
      route: `${PAYMENTS_PATH}/{id}`,
      deadlineMs,
      safe: true,
      attempts,
      expectStatus: [200],
    })
    const status = parse(paymentStatusResponse, json, 200)
    if (status.id !== id) throw malformed("another payment's status", 200)
    return status
  }

  /** Takes no more requests, and ends when those under way are through. */
  retire(): Promise<void> {
    return this.#transport.retire()
  }

  /** Ends at once; requests under way are given up. */
  close(): Promise<void> {
    return this.#transport.close()
  }
}

function parse<T extends z.ZodType>(schema: T, json: unknown, status: number): z.infer<T> {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  // Names of fields only: values may be another shopper's address.
  throw malformed(parsed.error.issues.map((issue) => issue.path.join(".") || "body").join(", "), status)
}

const malformed = (detail: string, status: number) =>
  new StoreApiError({ code: "malformed_response", status, retryable: false, detail })
