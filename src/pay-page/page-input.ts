import { assetKeyOf, type OfferedAsset } from "../core/assets/choices"
import { type Bought, SHOPPER_STATES, type ShopperState } from "../core/payment/shopper-answer"
import type { PageView } from "../core/payment/shopper-view"
import type { PayPageLanguage, PayPageTextName, PayPageTexts } from "../core/text/pay-page-texts"
import { displayTime } from "./display"
import type { Brand } from "./document"

export type PayPageInput = Brand & {
  view: PageView
  /** What the payment is for; null if the page does not show it. */
  bought?: Bought | null
  /** Token of the shown payment; an example has none. */
  token?: string
  /** The shopper of a payment link has not chosen an asset yet, so there is no quote. */
  choosing?: boolean | undefined
  /** The payment link of an order that never showed an address. */
  hadNoAddress?: boolean | undefined
  /** Every asset that the connection offers, the shown one and unavailable ones too; empty if nothing can be chosen. */
  offered: readonly OfferedAsset[]
  language: PayPageLanguage
  texts: PayPageTexts
  /** The nonce of the Content-Security-Policy; see respond.ts. */
  nonce: string
  /** Target of "Back to the shop"; without it there is no such link. */
  storefrontUrl: string | undefined
  /** The request that was just refused: the value of an asset's button, or without `choice` a new price. */
  refused?: { why: PayPageTextName; choice?: string | undefined } | undefined
}

export type PayPage = PayPageInput & {
  say: (name: PayPageTextName, values?: Readonly<Record<string, string | number>>) => string
}

type Seen = Pick<PayPageInput, "view" | "choosing">
type Offer = Pick<PayPageInput, "view" | "offered">

/** What the page shows: the payment's state, or the choice of an asset. */
export const pageState = ({ view: { state }, choosing }: Seen): ShopperState | "choose" =>
  choosing && SHOPPER_STATES[state].next === "price" ? "choose" : state

/** Whether the shopper may choose an asset, if the store offers another one. */
export const mayChoose = ({ state }: PageView): boolean => ["pay", "price", "rest"].includes(SHOPPER_STATES[state].next)

export const offersAssets = ({ view, offered }: Offer): boolean =>
  mayChoose(view) && offered.some((one) => !isChosen(one, { view }))

export const isChosen = ({ asset, chain }: OfferedAsset, { view }: Pick<PayPageInput, "view">): boolean =>
  asset === view.asset && (chain === null || chain === view.chain.toLowerCase())

/** Whether only the shop can help the shopper. */
export const asksShop = (page: Seen & Offer): boolean =>
  SHOPPER_STATES[page.view.state].next === "shop" || (page.view.state === "part" && !offersRest(page))

/** Whether the shopper can pay what the order still owes: the store takes the same asset again. */
export const offersRest = ({ view, offered }: Offer): boolean =>
  SHOPPER_STATES[view.state].next === "rest" && offered.some((one) => one.available && isChosen(one, { view }))

/** In UTC, because the server does not know the reader's time zone. */
export const sentBackDay = ({ view, language }: PayPageInput): string =>
  displayTime(view.sent_back_at, language, { dateStyle: "long", timeZone: "UTC" })

/** Changes when the page's content changes. The remaining time alone does not change it. */
export function versionOf(page: Seen & Offer): string {
  const { view, offered } = page
  const { confirmations, order, asset, chain, amount, address, outstanding, payouts, goes_back_at } = view
  const marks = [
    outstanding && `owes ${outstanding.display}`,
    payouts.length > 0 && `back ${payouts.length}`,
    goes_back_at && "goes back",
    ...(mayChoose(view) ? offered.map((one) => `${one.available ? "" : "no-"}${assetKeyOf(one)}`) : []),
  ].filter(Boolean)
  const state = pageState(page)
  return [state, confirmations, order?.display_id, asset, chain, amount?.display, address, ...marks].join(" ")
}
