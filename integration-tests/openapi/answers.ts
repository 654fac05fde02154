import type { EventView, ListOf, PayoutView, Refusal } from "../../src/api/admin/crypto-payments/contract"
import type { BodyRefusal as RefusedBody } from "../../src/api/guards/request-bodies"
import type { LinkView } from "../../src/core/payment/shopper-view"
import type { AcceptedEventCode, WebhookRefusalCode } from "../../src/core/webhook/event"
import type { CryptoPaymentBought, CryptoPaymentOption, RenewedCryptoPayment } from "../../src/storefront/types"

/** The types of docs/openapi.yaml: those that the code exports, and types that are built from them. */
export type * from "../../src/api/admin/crypto-payments/contract"
export type * from "../../src/storefront/types"

export type EventList = ListOf<"events", EventView>
export type PayoutList = ListOf<"payouts", PayoutView>

/** Medusa's own refusals, such as that of a request without a login, have no code. */
export type MedusaRefusal = Pick<Refusal, "message"> & Partial<Refusal>

/** The refusal of a body that may contain a secret, which the plugin's own parser reads. */
export type BodyRefusal = { type: "invalid_data"; code: RefusedBody[1]; message: string }

export type OptionsAnswer = { options: CryptoPaymentOption[] }
/** The storefront must use `token` from now on. */
export type QuoteAnswer = RenewedCryptoPayment
/** For a payment link without a payment, `link` has what the shopper can choose. */
export type StatusAnswer = QuoteAnswer | { token: string; payment: null; link: LinkView }

/** Null if it is not shown, because the cart changed. */
export type BoughtAnswer = { token: string; bought: CryptoPaymentBought | null }

/** The status with what the shopper can choose; `version` changes when the page has something else to show. */
export type PageAnswer =
  | (QuoteAnswer & { options: CryptoPaymentOption[]; version: string })
  | { token: string; payment: null; link: LinkView; version: string }

export type PageRefusal = { code: string; message: string }

/** As the service sends it. The plugin looks for the kind and the payment's id under several names. */
export type ServiceEvent = Record<string, unknown>
export type HookAnswer = { code: AcceptedEventCode }
export type HookRefusal = { code: WebhookRefusalCode; message: string }
/** What the form sends that asks the shopper for an address. */
export type AddressForm = {
  chain?: string
  address?: string
  /** `yes` stores the address, `no` changes it, and without it the page asks once more. */
  sure?: "yes" | "no"
}

export type QuoteForm = {
  /** `BTC` or `USDC:base`; without it, the same asset again. */
  choice?: string
}
