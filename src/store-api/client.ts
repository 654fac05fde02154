import type { z } from "zod"
import { StoreApiError } from "./outcome"
import { Transport } from "./transport"
import {
  type CreatePaymentRequest,
  PAYMENTS_PATH,
  type PaymentResponse,
  type PaymentStatusResponse,
  paymentResponse,
  paymentStatusResponse,
} from "./wire"

/** The shopper waits at most ten seconds in total; the rest is for Medusa's own work. */
export const CREATE_TIMEOUT_MS = 7000
const LOOKUP_TIMEOUT_MS = 8000

/** The Store API's two operations. Every failure is a StoreApiError. */
export class StoreApiClient extends Transport {
  /**
   * `POST /v1/store-api/payments`. It has no idempotency key: after `timeout` or `connection_lost` the service may hold
   * a payment that no shopper ever sees, which costs nothing.
   * @param throttleChecked no rate limit was in force just now
   */
  async createPayment(
    request: CreatePaymentRequest,
    timeoutMs = CREATE_TIMEOUT_MS,
    throttleChecked = false,
  ): Promise<PaymentResponse> {
    const json = await this.request({
      method: "POST",
      path: PAYMENTS_PATH,
      body: request,
      timeoutMs,
      safe: false,
      throttleChecked,
      // The specification says 201; a 200 with a complete payment means the same.
      expectStatus: [201, 200],
    })
    return parse(paymentResponse, json, 201)
  }

  /** `GET /v1/store-api/payments/{id}`. */
  async getPayment(id: string, { timeoutMs = LOOKUP_TIMEOUT_MS, attempts = 3 } = {}): Promise<PaymentStatusResponse> {
    const json = await this.request({
      method: "GET",
      path: `${PAYMENTS_PATH}/${encodeURIComponent(id)}`,
      route: `${PAYMENTS_PATH}/{id}`,
      timeoutMs,
      safe: true,
      attempts,
      expectStatus: [200],
    })
    const status = parse(paymentStatusResponse, json, 200)
    if (status.id !== id) throw malformed("another payment's status", 200)
    return status
  }
}

function parse<T extends z.ZodType>(schema: T, json: unknown, status: number): z.infer<T> {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  // Only the names of fields, because a value may be another shopper's address.
  throw malformed(parsed.error.issues.map((issue) => issue.path.join(".") || "body").join(", "), status)
}

const malformed = (detail: string, status: number) =>
  new StoreApiError({ code: "malformed_response", status, retryable: false, detail })
