import type { EventView, ListOf, RefundView } from "../../src/api/admin/crypto-payments/contract"
import type { LinkView } from "../../src/core/payment/link-view"
import type { CryptoPaymentOption, RenewedCryptoPayment } from "../../src/storefront/types"

/** The types of docs/openapi.yaml: those that the code names, and what it builds from them. */
export type * from "../../src/api/admin/crypto-payments/contract"
export type * from "../../src/storefront/types"

export type EventList = ListOf<"events", EventView>
export type RefundList = ListOf<"refunds", RefundView>

export type OptionsAnswer = { options: CryptoPaymentOption[] }
/** `token` is the one to continue with. */
export type QuoteAnswer = RenewedCryptoPayment
/** Of a payment link without a payment, what can be chosen. */
export type StatusAnswer = QuoteAnswer | { token: string; payment: null; link: LinkView }

/** As the service sends it: the kind and the payment's id are looked for by several names. */
export type ServiceEvent = Record<string, unknown>
export type HookAnswer = { code: string }
export type QuoteForm = {
  /** `BTC` or `USDC:base`; without it, the same asset again. */
  choice?: string
}
