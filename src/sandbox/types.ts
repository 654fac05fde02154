import type { Asset, EvmChain } from "../core/assets/registry"
import type { PaymentResponse } from "../store-api/wire"

/**
 * Words of the sandbox. The specification shows `awaiting_payment` and, by the event's name, `completed`;
 * `confirming` (money seen, not cleared) and `expired` (quote over, nothing seen) are our own.
 */
export type SandboxStatus = "awaiting_payment" | "confirming" | "completed" | "expired"

export type SandboxOptions = {
  /** 0 takes any free port. */
  port?: number
  host?: string
  clock?: () => Date
  /** How long a quote lives, in seconds. */
  quoteSeconds?: number
  /** Authorized Store API calls a minute; the next is refused with 429. */
  perMinuteCap?: number
  /** Confirmations at which a payment clears. */
  confirmationsNeeded?: number
  apiKey?: string
  secretKey?: string
  /** Waits before each further attempt at a failed delivery, in milliseconds; an empty list makes one attempt. */
  deliveryRetryMs?: readonly number[]
  /** One line for each call and delivery; never a secret. */
  log?: (line: string) => void
}

export type SandboxPayment = PaymentResponse & {
  status: SandboxStatus
  confirmations: number
  payerIp: string | null
  createdAt: string
  /** When the payer sent; null while nothing was seen. */
  seenAt: string | null
  completedAt: string | null
}

export type PayOptions = {
  /** Confirmations the payment has at once. Default: as many as it needs, or 0 where `complete` is false. */
  confirmations?: number
  /** Whether the payment clears at once. Default: whether the confirmations reach the needed number. */
  complete?: boolean
}

export type EndpointInput = {
  url: string
  /** Default: random. */
  secret?: string
  /** Event kinds it is subscribed to. Default: payment.completed. */
  events?: readonly string[]
}

export type SandboxEndpoint = {
  id: string
  url: string
  events: readonly string[]
  secret: string
  /** Signed with as well, while a rotation goes on. */
  previousSecret: string | null
}

export type DeliverOptions = {
  /** Copies sent, all at once. Default 1. */
  times?: number
  /** Wait before sending, in milliseconds. */
  delayMs?: number
  /** Unix seconds to sign with. Default: now. */
  timestamp?: number
  /** Signs with this instead of the endpoint's secrets. */
  secret?: string
  /** Sent instead of the event; a string goes out as it is, anything else as JSON. */
  body?: unknown
  unsigned?: boolean
  /** Only to the endpoint with this id. Default: every endpoint subscribed to payment.completed. */
  endpoint?: string
}

export type Delivery = {
  endpoint: string
  url: string
  event: string
  payment: string
  /** 1 for the first. */
  attempt: number
  /** HTTP status of the receiver's answer; null where there was none. */
  status: number | null
  error: string | null
  at: string
}

export type RecordedRequest = {
  method: string
  path: string
  status: number
  /** Parsed where it is JSON, else the text; null where there was none. */
  body: unknown
  authorized: boolean
  at: string
}

/** Something other than the usual answer to a Store API call that passed authentication. */
export type Fault = {
  /** Only for this operation. Default: whichever is called next. */
  on?: "create" | "lookup"
  /** Wait before answering, in milliseconds. */
  delayMs?: number
  /** Answers this and does nothing else; with neither status, body nor hangUp the usual work is done. */
  status?: number
  /** A string goes out as it is, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** Cuts the connection without an answer. */
  hangUp?: boolean
  /** Changes the usual answer's body: for a service that errs or lies. */
  alter?: (body: unknown) => unknown
  /** How many calls it is for. Default 1. */
  times?: number
}

export type WalletSetting = { asset: Asset; chain: EvmChain | null; available: boolean }

export type Settings = {
  storeEnabled: boolean
  delivering: boolean
  perMinuteCap: number
  /** Wallets that are not available, as "BTC" or "USDC on base". */
  unavailable: readonly string[]
}
