import type { AttentionReason } from "../../../../core/payment/attention-reasons"
import type { PaymentState } from "../../../../core/payment/payment-life"
import type { Actor, CryptoView, EventState, FiatView, ListOf, ListQuery, PossibleAction, RefundView } from "./common"

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
  | {
      type: "event"
      event_id: string
      kind: string | null
      state: EventState
      duplicates: number
      service_payment_ids: string[]
    }
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

/**
 * `GET /admin/crypto-payments/export` with the filters of the payments list: CSV (RFC 4180), streamed, newest first,
 * cells that a spreadsheet would take for a formula made harmless.
 */
export type ExportQuery = PaymentFilters
