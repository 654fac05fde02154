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
