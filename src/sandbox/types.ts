import { z } from "zod"
import { ASSETS, EVM_CHAINS } from "../core/assets/registry"
import type { PaymentResponse } from "../store-api/wire"

/**
 * The specification has `awaiting_payment` and, from the event's name, `completed`. The sandbox adds `confirming`
 * (money seen, not cleared) and `expired` (quote expired, nothing seen).
 */
export type SandboxStatus = "awaiting_payment" | "confirming" | "completed" | "expired"

export type SandboxOptions = {
  /** 0 takes any free port. */
  port?: number
  host?: string
  clock?: () => Date
  /** How long a quote is valid, in seconds. */
  quoteSeconds?: number
  /** Authorized Store API calls per minute. The next call gets 429. */
  perMinuteCap?: number
  /** Confirmations at which a payment clears. */
  confirmationsNeeded?: number
  apiKey?: string
  secretKey?: string
  /** Waits before each further attempt at a failed delivery, in milliseconds; an empty list makes one attempt. */
  deliveryRetryMs?: readonly number[]
  /** Gets one line for each call and delivery, never with a secret. */
  log?: (line: string) => void
}

export type SandboxPayment = PaymentResponse & {
  status: SandboxStatus
  confirmations: number
  payerIp: string | null
  createdAt: string
  /** When the payer sent money; null before that. */
  seenAt: string | null
  /** What lookups answer instead, until the payer pays. */
  reported: Report | null
  completedAt: string | null
}

export type SandboxEndpoint = {
  id: string
  url: string
  events: readonly string[]
  secret: string
  /** Also signs during a rotation. */
  previousSecret: string | null
}

export type Delivery = {
  endpoint: string
  url: string
  event: string
  payment: string
  /** 1 for the first. */
  attempt: number
  /** HTTP status of the receiver's answer; null without an answer. */
  status: number | null
  error: string | null
  at: string
}

export type RecordedRequest = {
  method: string
  path: string
  /** 0 if the connection was cut. */
  status: number
  /** Parsed if it is JSON, otherwise the text; null if empty. */
  body: unknown
  authorized: boolean
  at: string
}

export type Switches = { storeEnabled: boolean; delivering: boolean; perMinuteCap: number }

export type Settings = Switches & {
  /** Wallets that are not available, as "BTC" or "USDC on base". */
  unavailable: readonly string[]
}

/**
 * The options of each control, which refuses other fields. A form sends numbers and booleans as text, and JSON sends
 * them as such; both are accepted.
 */
const count = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.number().int().min(0))
const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])

export const noOptions = z.strictObject({})

export const payOptions = z.strictObject({
  /** Confirmations the payment has at once. Default: as many as it needs, or 0 if `complete` is false. */
  confirmations: count.optional(),
  /** Whether the payment clears at once. Default: whether the confirmations reach the needed number. */
  complete: flag.optional(),
})
export type PayOptions = z.output<typeof payOptions>

export const confirmOptions = z.strictObject({ confirmations: count.optional() })

/** Any word, for one that a store does not know. */
export const reportOptions = z.strictObject({ status: z.string().min(1), confirmations: count.default(1) })
export type Report = z.output<typeof reportOptions>

export const deliverOptions = z.strictObject({
  /** Copies sent, all at once. Default 1. */
  times: count.optional(),
  /** Wait before sending, in milliseconds. */
  delayMs: count.optional(),
  /** Unix seconds to sign with. Default: now. */
  timestamp: count.optional(),
  /** Signs with this instead of the endpoint's secrets. */
  secret: z.string().optional(),
  /** Sent instead of the event: a string unchanged, any other value as JSON. */
  body: z.unknown().optional(),
  unsigned: flag.optional(),
  /** Id of the only endpoint to send to. Default: every endpoint subscribed to payment.completed. */
  endpoint: z.string().optional(),
})
export type DeliverOptions = z.output<typeof deliverOptions>

/** The secret is random by default. */
export const rotateOptions = z.strictObject({ secret: z.string().min(1).optional() })

export const endpointOptions = rotateOptions.extend({
  url: z.string(),
  /** Event kinds it is subscribed to. Default: payment.completed. */
  events: z.array(z.string()).optional(),
})
export type EndpointOptions = z.output<typeof endpointOptions>

export const settingsOptions = z.strictObject({
  storeEnabled: flag.optional(),
  delivering: flag.optional(),
  perMinuteCap: count.optional(),
  /** A null chain means every chain of the asset. */
  wallet: z
    .strictObject({ asset: z.enum(ASSETS), chain: z.enum(EVM_CHAINS).nullable().default(null), available: flag })
    .optional(),
})

/** Something other than the usual answer to an authorized Store API call. */
export const faultOptions = z
  .strictObject({
    /** Only for this operation. Default: the next call of either. */
    on: z.enum(["create", "lookup"]).optional(),
    /** Only for lookups of this payment. */
    payment: z.string().optional(),
    /** Wait before answering, in milliseconds. */
    delayMs: count.optional(),
    /** Answers with this status and does nothing else. Without status, body and hangUp the usual work is done. */
    status: count.pipe(z.number().min(200).max(599)).optional(),
    /** A string is sent unchanged, any other value as JSON. */
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    /** Closes the connection without an answer. */
    hangUp: flag.optional(),
    /** How many calls it applies to. Default 1. */
    times: count.pipe(z.number().min(1)).optional(),
  })
  .refine(
    ({ delayMs, status, body, headers, hangUp }) => delayMs || status || body !== undefined || headers || hangUp,
    "The fault changes nothing; give it delayMs, status, body, headers or hangUp.",
  )
  .refine(({ on, payment }) => on !== "create" || payment === undefined, {
    path: ["payment"],
    message: "Only a lookup is about a payment.",
  })
export type Fault = z.output<typeof faultOptions> & {
  /** Changes the usual answer's body, for a service that answers wrongly. */
  alter?: (body: unknown) => unknown
}

/** A refusal of the sandbox, with its HTTP status and code. */
export class SandboxError extends Error {
  override readonly name = "SandboxError"

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}
