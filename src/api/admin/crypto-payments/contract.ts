import type { z } from "zod"
import type { FieldsOf, SecretField } from "../../../core/connection/setting-fields"
import type { SettingChanges } from "../../../core/connection/settings"
import type { ListedState } from "../../../core/payment/lifecycle"
import type { FieldMessage } from "../../../core/text/admin-errors"
import type { CheckOutcome, SettleOutcome } from "../../../workflows/attention/admin-actions"
import type { ConnectionTestResult } from "../../../workflows/connections/test-connection"
import type { AttentionItem } from "./attention/route"
import type { AskAddressInput, AskInput, ClosePaymentInput, CorrectInput, RecordInput } from "./route-table"
import type { TotalsView } from "./totals/route"
import type { ConnectionView } from "./views/connection"
import type { EventDetail } from "./views/event"
import type { HealthView } from "./views/health"
import type { PaymentLinkView, PaymentView, PayoutView } from "./views/payment"
import type { PaymentDetail } from "./views/payment-detail"

/**
 * Requests and answers of `/admin/crypto-payments`, shared with the admin's screens. Times are ISO 8601 in UTC; money is
 * in minor units (`minor`) or base units (`base`), as integers in text, and a plain decimal without a unit (`display`).
 */

export type { AssetName } from "../../../core/assets/choices"
export type { TestCode } from "../../../core/connection/connection-test"
export type { HealthCode, HealthState } from "../../../core/connection/health"
export type { SettingField } from "../../../core/connection/setting-fields"
export type { PossibleAction } from "../../../core/payment/attention-reasons"
export type { Actor } from "../../../medusa/admins"
export type { Policy } from "../../../policies/crypto-payments"
export type { AttentionItem } from "./attention/route"
export type { TotalsView } from "./totals/route"
export type { ConnectionView, SecretView, SettingSource } from "./views/connection"
export type { EventView } from "./views/event"
export type { ConnectionHealthView, HealthReasonView, HealthView } from "./views/health"
export type { AttentionView, OrderRef, PaymentLinkView, PaymentView, PayoutView } from "./views/payment"
export type { PaymentDetail, TimelineEntry } from "./views/payment-detail"
export type { ActionView, CryptoView, EventState, FiatView } from "./views/values"

/** A list in Medusa's form; `K` names it. */
export type ListOf<K extends string, T> = { [Name in K]: T[] } & { count: number; offset: number; limit: number }

/** What every list takes in addition to its filters. `order`: a field's name, after `-` for descending. */
export type ListQuery = { limit?: number; offset?: number; order?: string; fields?: string }

/** Every refusal: `code` is stable, `message` says what happened and what to do. `fields`: every wrong field. */
export type Refusal = { type: string; code: string; message: string; fields?: readonly FieldMessage[] }

/** `GET /admin/crypto-payments/connections` */
export type ConnectionList = ListOf<"connections", ConnectionView>
/** `GET /admin/crypto-payments/connections/:id`, and the answer of every change. */
export type ConnectionAnswer = { connection: ConnectionView }

/**
 * `POST /admin/crypto-payments/connections/:id`: a missing field stays; null removes what an admin entered, except a
 * secret. A changed base URL needs the secret key again, because a key is sent only to the address it was entered for.
 */
export type ConnectionUpdate = Omit<SettingChanges, SecretField> & { [Field in SecretField]?: string }

/** `POST /admin/crypto-payments/connections/:id/endpoint-secret` */
export type EndpointSecretRotation = {
  endpoint_secret: string
  /** Until this time the old secret is accepted too; at most 30 days from now. */
  previous_valid_until: string
}

/** `POST /admin/crypto-payments/connections/:id/preview`: the look to show, which is not saved. */
export type PayPageBranding = Pick<ConnectionUpdate, FieldsOf<"branding">>
/** HTML. */
export type PayPagePreview = { page: string }

/** `POST /admin/crypto-payments/connections/:id/connection-test` */
export type ConnectionTest = { result: ConnectionTestResult }

type Moments = { $gt?: string; $gte?: string; $lt?: string; $lte?: string }

export type PaymentFilters = {
  /** The beginning of a payment's id, here or at the service, an address or an e-mail address, or an order's number (#12) or id. */
  q?: string
  /**
   * As the list shows it: `attention` needs a person, and `seen` is money on its way that has not cleared. Such a payment
   * is not among those of its `status`.
   */
  status?: ListedState | ListedState[]
  asset?: string | string[]
  connection_id?: string | string[]
  test_mode?: boolean
  order_id?: string | string[]
  /** The payment of each placed order that health counts as waiting for its money. */
  order_waits?: "true"
  currency?: string | string[]
  created_at?: Moments
  completed_at?: Moments
  /** With a payout recorded then. `asset` and `currency` then are the payout's. */
  paid_out_at?: Moments
}
/** `GET /admin/crypto-payments/payments`. Its `order` may be `created_at` or `-created_at` (the default). */
export type PaymentListQuery = ListQuery & PaymentFilters
export type PaymentList = ListOf<"payments", PaymentView>

/** `GET /admin/crypto-payments/payments/:id` */
export type PaymentAnswer = { payment: PaymentDetail }
/** `POST /admin/crypto-payments/payments/:id/check`: asks the service now. */
export type CheckAnswer = PaymentAnswer & { outcome: CheckOutcome }
/** `POST /admin/crypto-payments/payments/:id/settle`: tries again. `…/settle-onto-order`: the same answer. */
export type SettleAnswer = PaymentAnswer & { outcome: SettleOutcome }
/** `POST /admin/crypto-payments/payments/:id/close` */
export type ClosePayment = z.infer<typeof ClosePaymentInput>

/** `POST /admin/crypto-payments/payments/:id/payouts`: records a payout. */
export type PayoutBody = z.infer<typeof RecordInput>
export type PayoutAnswer = PaymentAnswer & { payout: PayoutView }
/** `POST /admin/crypto-payments/payments/:id/ask-address`: a link for the shopper, which only this answer contains. */
export type AskAddressBody = z.infer<typeof AskAddressInput>
/** `url` is relative if the connection has no backend URL. The link works once, until `ends_at`. */
export type AskAddressAnswer = PaymentAnswer & { link: { url: string; ends_at: string } }
/** `POST /admin/crypto-payments/payouts/:id`: corrects a recorded payout; answers with its payment. */
export type PayoutCorrectionBody = z.infer<typeof CorrectInput>

/**
 * `POST /admin/crypto-payments/orders/:id/payment-link`: a link to a page that asks for what the order owes. A second
 * request returns the same link, and so does `GET`, with `link: null` if there is none yet.
 */
export type AskBody = z.infer<typeof AskInput>
export type PaymentLinkAnswer = { payment_link: PaymentLinkView }

/** `from` and `to` are days in UTC ("2026-03-01"), both included. At most 24 months. */
export type TotalsQuery = { from?: string; to?: string; connection_id?: string | string[] }
/** `GET /admin/crypto-payments/totals`, by default of the last twelve months. `format=csv` gives the rows as a file. */
export type TotalsAnswer = { from: string; to: string; totals: TotalsView[] }

/** `GET /admin/crypto-payments/events/:id`. `POST …/events/:id/retry` and `…/close` answer with it too. */
export type EventAnswer = { event: EventDetail }
/** `GET /admin/crypto-payments/attention`, newest first: payments, events, and connections that are not registered. */
export type AttentionList = ListOf<"items", AttentionItem>
/** `GET /admin/crypto-payments/health` answers 200 in every state; 5xx means that health could not be read. */
export type HealthAnswer = { health: HealthView }
