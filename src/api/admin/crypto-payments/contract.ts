import type { Asset, EvmChain } from "../../../core/assets"
import type { PaymentState } from "../../../core/payment-life"
import type { AttentionReason } from "../../../core/settlement"

/**
 * What `/admin/crypto-payments` takes and gives, shared with the admin's screens: types and nothing else. Moments are
 * ISO 8601 in UTC. Money is in minor units (`minor`) or base units (`base`) as integers in text, each with a plain
 * decimal beside it (`display`: no separators, no unit). No type here has a place for a secret going out.
 */

/** A list as Medusa's own lists are; `K` names it. */
export type ListOf<K extends string, T> = { [Name in K]: T[] } & { count: number; offset: number; limit: number }

/** What every list takes beside its filters. `order`: a field's name, with `-` before it for the other way round. */
export type ListQuery = { limit?: number; offset?: number; order?: string; fields?: string }

export type FiatView = { minor: string; currency: string; display: string }
export type CryptoView = { base: string; asset: string; decimals: number; display: string }

/** An admin user; `email` is null where the user is gone. */
export type Actor = { id: string; email: string | null; name: string | null }

/** Every refusal: `code` is stable, `message` says what happened and what to do. */
export type Refusal = { type: string; code: string; message: string }

// ---------------------------------------------------------------------------------------------- connections

/** Where a setting comes from. What medusa-config sets is read-only in the admin. */
export type SettingSource = "config" | "admin" | "default"

export type SettingView<T> = {
  /** Null where nobody set it and there is no default. */
  value: T | null
  source: SettingSource
  /** The option in medusa-config that sets it. */
  option: string
  /** The environment variable behind that option, as the README has it; null where there is none. */
  variable: string | null
}

export type SecretView = {
  set: boolean
  source: Exclude<SettingSource, "default"> | null
  option: string
  variable: string | null
  /** "…a1b2", or null where nothing is set or the sealed value cannot be opened. */
  last_four: string | null
  /** False where a sealed value is stored that no encryption key at hand opens. */
  readable: boolean
  /** When and by whom it was entered in the admin; null for what medusa-config sets. */
  set_at: string | null
  set_by: Actor | null
}

export type SettingField =
  | "base_url"
  | "api_key"
  | "secret_key"
  | "endpoint_secret"
  | "order_placement"
  | "unpaid_order_minutes"
  | "assets"
  | "signature_header"
  | "cleared_statuses"

export type ConnectionView = {
  /** The provider's id in medusa-config. */
  id: string
  /** Medusa's id of it: `pp_crypto_<id>`. */
  provider_id: string
  /** Null while no API key is known. */
  test_mode: boolean | null
  /** Complete, so that payments can be asked for. */
  ready: boolean
  /** What is missing for that. */
  missing: SettingField[]
  /** Settings that are wrong together, in words. */
  problems: { field: SettingField; code: string; message: string }[]
  base_url: SettingView<string>
  api_key: SettingView<string>
  order_placement: SettingView<"checkout" | "payment">
  /** Minutes after which an unpaid order is canceled; null: never. */
  unpaid_order_minutes: SettingView<number>
  assets: SettingView<Asset[]>
  signature_header: SettingView<string>
  cleared_statuses: SettingView<string[]>
  secret_key: SecretView
  endpoint_secret: SecretView & {
    /** The one before the last rotation, while it is still taken. */
    previous: { last_four: string | null; valid_until: string } | null
  }
  /** Whether secrets can be stored at all: an encryption key is set. */
  encryption_ready: boolean
  webhook: {
    /** To register in the service's merchant dashboard. */
    url: string
    /** The newest event that was stored. */
    last_event: null | { id: string; received_at: string; kind: string | null; state: EventState; error: string | null }
    /** The last delivery that was turned away; noted once a minute at the most. */
    last_refused: null | { at: string; code: string; message: string }
  }
  health: {
    status: "unknown" | "working" | "credentials_broken" | "store_disabled"
    last_check_at: string | null
    last_error_code: string | null
    /** Until then the service is sent nothing. */
    throttled_until: string | null
    unavailable: { asset: Asset; chain: EvmChain | null; until: string }[]
    /** Shoppers whom the service's screening refused. */
    screened_count: number
  }
  /** Assets that can be offered, for the form. */
  known_assets: Asset[]
  /** The latest acts on these settings, newest first. */
  actions: ActionView[]
}

/** `GET /admin/crypto-payments/connections` */
export type ConnectionList = ListOf<"connections", ConnectionView>
/** `GET /admin/crypto-payments/connections/:id`, and the answer of every change. */
export type ConnectionAnswer = { connection: ConnectionView }

/**
 * `POST /admin/crypto-payments/connections/:id`. What is left out stays; null takes what the admin entered away (not
 * for the secrets, which are only ever replaced). A changed base URL wants the secret key again: a key is sent only to
 * the address that it was entered for.
 */
export type ConnectionUpdate = {
  base_url?: string | null
  api_key?: string | null
  secret_key?: string
  /** The first one, or one that takes the other's place at once. To keep the old one valid for a while, rotate. */
  endpoint_secret?: string
  order_placement?: "checkout" | "payment" | null
  unpaid_order_minutes?: number | null
  assets?: Asset[] | null
  signature_header?: string | null
  cleared_statuses?: string[] | null
}

/** `POST /admin/crypto-payments/connections/:id/endpoint-secret`: rotates it. */
export type EndpointSecretRotation = {
  endpoint_secret: string
  /** Until when the one before is taken too; at most 30 days away. */
  previous_valid_until: string
}

export type TestCode =
  | "ok"
  | "wrong_keys"
  | "store_disabled"
  | "unreachable"
  | "private_address"
  | "tls"
  | "timeout"
  | "not_this_api"
  | "throttled"
  | "outage"
  | "incomplete"

/** `POST /admin/crypto-payments/connections/:id/test` */
export type ConnectionTest = {
  result: {
    code: TestCode
    /** What it means and what to do. */
    message: string
    /** One word more for whoever mends it (an error code, an HTTP status), never a header or a body. */
    detail: string | null
    checked_at: string
    took_ms: number
  }
}

// ------------------------------------------------------------------------------------------------- payments

/** What a person can do about a payment or an event, now. Nothing else is accepted. */
export type PossibleAction = "check" | "try_again" | "settle_onto_order" | "record_payout" | "close"

export type AttentionView = {
  reason: AttentionReason
  /** What happened and what can be done. */
  message: string
  /** What Medusa or the service said, where that is known. */
  detail: string | null
  since: string
}

export type OrderRef = {
  id: string
  display_id: number | null
  email: string | null
  status: string
}

/** `GET /admin/crypto-payments/payments` gives these. */
export type PaymentView = {
  id: string
  connection_id: string
  /** The service's id. */
  payment_id: string
  status: PaymentState
  test_mode: boolean
  asset: string
  /** As the service named it. */
  chain: string
  address: string
  /** The address in a block explorer of its network, main or test; null where there is none. */
  explorer_url: string | null
  pay_amount: CryptoView
  amount: FiatView
  /** Price of one whole unit of the asset in `amount.currency`, as the service wrote it. */
  rate: string
  quote_expires_at: string
  /** The service's last status word. */
  remote_status: string | null
  confirmations: number
  /** A newer quote took its place; it is watched all the same. */
  superseded: boolean
  order: OrderRef | null
  cart_id: string | null
  payment_collection_id: string
  attention: AttentionView | null
  created_at: string
  completed_at: string | null
  settled_at: string | null
  closed_at: string | null
}

export type PaymentFilters = {
  /** Beginning of a payment id or address; an order's number (#12) or id; an e-mail address, whole. */
  q?: string
  status?: PaymentState | PaymentState[]
  asset?: string | string[]
  connection_id?: string | string[]
  test_mode?: boolean
  order_id?: string | string[]
  created_at?: { $gt?: string; $gte?: string; $lt?: string; $lte?: string }
}
/** Its `order` may be `created_at` or `-created_at` (the default). */
export type PaymentListQuery = ListQuery & PaymentFilters
export type PaymentList = ListOf<"payments", PaymentView>

/** One thing that happened, in the order of time. */
export type TimelineEntry = { at: string } & (
  | { type: "created" | "quote_expires" | "superseded" | "settled" | "closed" }
  | { type: "completed"; by: "event" | "lookup" }
  | { type: "attention"; reason: AttentionReason }
  | { type: "event"; event_id: string; kind: string | null; state: EventState; duplicates: number }
  | { type: "action"; action: ActionView }
  | { type: "refund"; refund: RefundView }
)

/** `GET /admin/crypto-payments/payments/:id`, and the answer of every act on it. */
export type PaymentDetail = PaymentView & {
  uri: string
  /** The shopper's page. */
  pay_url: string
  /** When it is looked up, or tried again, next by itself. */
  next_check_at: string | null
  timeline: TimelineEntry[]
  refunds: RefundView[]
  /** What may still be recorded as sent back; null where nothing may. */
  refundable: FiatView | null
  /** Whether recording a payout makes a refund in Medusa too, which it does once Medusa has captured the money. */
  refund_reaches_medusa: boolean
  actions: PossibleAction[]
}
export type PaymentAnswer = { payment: PaymentDetail }

export type ActionView = {
  id: string
  kind:
    | "settings_changed"
    | "secret_rotated"
    | "connection_tested"
    | "checked"
    | "tried_again"
    | "settled_onto_order"
    | "payout_recorded"
    | "closed"
  at: string
  by: Actor
  note: string | null
  outcome: string | null
}

/** `POST /admin/crypto-payments/payments/:id/check`: asks the service now. */
export type CheckAnswer = PaymentAnswer & {
  outcome: { code: "paid" | "not_paid" | "failed"; message: string }
}
/** `POST /admin/crypto-payments/payments/:id/settle`: tries again. `…/settle-onto-order`: the same answer. */
export type SettleAnswer = PaymentAnswer & { outcome: { code: "settled" | "attention" | "busy"; message: string } }
/** `POST /admin/crypto-payments/payments/:id/close` and `…/events/:id/close` */
export type CloseBody = { note: string }

// ------------------------------------------------------------------------------------------------ attention

/** `GET /admin/crypto-payments/attention`, oldest trouble last: payments and events in one list. */
export type AttentionItem = AttentionView & { actions: PossibleAction[] } & (
    | { type: "payment"; id: string; payment: PaymentView }
    | { type: "event"; id: string; event: EventView }
  )
export type AttentionList = ListOf<"items", AttentionItem>

// --------------------------------------------------------------------------------------------------- events

export type EventState = "received" | "processed" | "ignored" | "unmatched" | "failed" | "closed"

/** `GET /admin/crypto-payments/events` (filters: `connection_id`, `state`, `payment_id`) */
export type EventView = {
  id: string
  connection_id: string
  kind: string | null
  state: EventState
  /** Our payment, once found. */
  payment_id: string | null
  attempts: number
  duplicates: number
  last_error: string | null
  next_attempt_at: string | null
  received_at: string
  processed_at: string | null
}
export type EventList = ListOf<"events", EventView>
/** `GET /admin/crypto-payments/events/:id`. `POST …/events/:id/retry` and `…/close` answer with it too. */
export type EventAnswer = { event: EventView & { body: string; actions: PossibleAction[] } }

// -------------------------------------------------------------------------------------------------- refunds

export type RefundView = {
  id: string
  /** Our payment. */
  payment_id: string
  amount: FiatView
  sent: CryptoView
  chain: string
  address: string
  transaction_id: string
  /** The transaction in a block explorer; null where there is none. */
  explorer_url: string | null
  note: string | null
  created_at: string
  created_by: Actor | null
  /** The refund that it became in Medusa; null where Medusa had captured nothing. */
  medusa_refund_id: string | null
}
/** `GET /admin/crypto-payments/refunds` (filters: `payment_id`, `q`: beginning of a transaction id) */
export type RefundList = ListOf<"refunds", RefundView>

/** `POST /admin/crypto-payments/payments/:id/refunds` */
export type RefundBody = {
  /** What it is worth in the payment's currency, as a plain decimal in major units ("12.50"). */
  amount: string
  /** What was sent, as a plain decimal in whole units of the asset ("0.00021"). */
  sent: string
  /** Defaults to the asset and network that were paid in. */
  asset?: string
  chain?: string
  address: string
  transaction_id: string
  note?: string
}
export type RefundAnswer = PaymentAnswer & { refund: RefundView }

/**
 * `GET /admin/crypto-payments/export` with the filters of the payments list: CSV (RFC 4180), streamed, newest first,
 * cells that a spreadsheet would take for a formula made harmless.
 */
export type ExportQuery = PaymentFilters
