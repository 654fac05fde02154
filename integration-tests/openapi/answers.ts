import type { EventView, ListOf, RefundView, Refusal } from "../../src/api/admin/crypto-payments/contract"
import type { LinkView } from "../../src/core/payment/link-view"
import type { ShopperView } from "../../src/core/payment/shopper-view"
import type { BodyRefusalCode } from "../../src/core/text/body-refusals"
import type { AcceptedEventCode, WebhookRefusalCode } from "../../src/core/text/webhook-answers"
import type { CryptoPaymentOption, RenewedCryptoPayment } from "../../src/storefront/types"

/** The types of docs/openapi.yaml: those that the code names, and what it builds from them. */
export type * from "../../src/api/admin/crypto-payments/contract"
export type * from "../../src/storefront/types"

export type EventList = ListOf<"events", EventView>
export type RefundList = ListOf<"refunds", RefundView>

/** Medusa's own refusals, such as that of a request without a login, have no code. */
export type MedusaRefusal = Pick<Refusal, "message"> & Partial<Refusal>

/** Of a body that may contain a secret, which our own parser reads. */
export type BodyRefusal = { type: "invalid_data"; code: BodyRefusalCode; message: string }

export type OptionsAnswer = { options: CryptoPaymentOption[] }
/** `token` is the one to continue with. */
export type QuoteAnswer = RenewedCryptoPayment
/** Of a payment link without a payment, what can be chosen. */
export type StatusAnswer = QuoteAnswer | { token: string; payment: null; link: LinkView }

/** `version` changes when the page has something else to show. */
export type PageAnswer = ShopperView & { version: string }

export type PageRefusal = { code: string; message: string }

/** As the service sends it: the kind and the payment's id are looked for by several names. */
export type ServiceEvent = Record<string, unknown>
export type HookAnswer = { code: AcceptedEventCode }
export type HookRefusal = { code: WebhookRefusalCode; message: string }
export type QuoteForm = {
  /** `BTC` or `USDC:base`; without it, the same asset again. */
  choice?: string
}
