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

export type EventState = "received" | "processed" | "ignored" | "unmatched" | "failed" | "closed"

/** What a person can do about a payment or an event, now. Nothing else is accepted. */
export type PossibleAction = "check" | "try_again" | "settle_onto_order" | "record_payout" | "close"

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
