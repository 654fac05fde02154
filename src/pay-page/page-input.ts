import type { OfferedAsset } from "../core/assets/offered-assets"
import type { PageView } from "../core/payment/link-view"
import type { PayPageLanguage, PayPageTextName, PayPageTexts } from "../core/text/pay-page-texts"
import { displayTime, fill } from "./display"
import type { Brand } from "./parts/brand"

/** All that the page is made of. */
export type PayPageInput = Brand & {
  view: PageView
  /** Of the payment that is shown; an example has none. */
  token?: string
  /** Another payment of the same checkout replaced this one, or is paid. */
  replaced: boolean
  /** Nothing is quoted yet: the shopper of a payment link chooses what to pay with. */
  choosing?: boolean
  /** It is a link of an order for which no address was ever shown. */
  hadNoAddress?: boolean
  /** What may be paid with instead. */
  offered: readonly OfferedAsset[]
  language: PayPageLanguage
  texts: PayPageTexts
  /** Stands in the answer's policy; see headers.ts. */
  nonce: string
  /** Where the way back to the shop leads; without one there is none. */
  storefrontUrl: string | undefined
  /** What the shopper just asked for and did not get: an asset as its button sends it, or a new price. */
  refused?: { why: PayPageTextName; choice?: string | undefined } | undefined
}

/** The input with its texts at hand. */
export type PayPage = PayPageInput & {
  say: (name: PayPageTextName, values?: Readonly<Record<string, string | number>>) => string
}

export const withTexts = (input: PayPageInput): PayPage => ({
  ...input,
  say: (name, values = {}) => fill(input.texts[name], values),
})

type Seen = Pick<PayPageInput, "view" | "replaced" | "choosing">

type WhyExpired = "canceled" | "alreadyPaid" | "notNow" | "choose" | "replaced" | "expired"

/** What "expired" is called on the page. */
export function whyExpired({ view, replaced, choosing }: Seen): WhyExpired {
  if (view.canceled) return "canceled"
  if (view.nothing_owed) return "alreadyPaid"
  if (view.unavailable) return "notNow"
  if (choosing) return "choose"
  return replaced ? "replaced" : "expired"
}

/** A new price can be asked for. */
export const offersPrice = (page: PayPageInput): boolean =>
  page.view.status === "waiting" ||
  (page.view.status === "expired" && ["expired", "replaced"].includes(whyExpired(page)))

/** Another asset can be chosen. */
export function offersAssets(page: PayPageInput): boolean {
  const { status, canceled, nothing_owed, unavailable } = page.view
  const isOver = canceled || nothing_owed || unavailable
  return (status === "waiting" || status === "expired") && !isOver && page.offered.some((one) => !isChosen(one, page))
}

export const isChosen = ({ asset, chain }: OfferedAsset, { view }: Pick<PayPageInput, "view">): boolean =>
  asset === view.asset && (chain === null || chain === view.chain.toLowerCase())

/** What "paid" is called on the page: paid is not ordered, and money may go back. */
export function paidAs({ unfinished, order, sent_back_at }: PageView): "paid" | "unfinished" | "sentBack" {
  return sent_back_at ? "sentBack" : unfinished && !order ? "unfinished" : "paid"
}

/** The money is there beside an order that did not take it. */
export const isHeld = ({ unfinished, order }: PageView): boolean => unfinished && order !== null

/** In UTC: a server does not know the reader's clock. */
export const sentBackDay = ({ view, language }: PayPageInput): string =>
  displayTime(view.sent_back_at, language, { dateStyle: "long", timeZone: "UTC" })

/** The class of the page. "paid" is green, with a tick: it is for money that pays for an order. */
export function lookOf(view: PageView): string {
  if (view.status !== "paid") return view.status
  return view.canceled ? "canceled" : isHeld(view) ? "held" : paidAs(view)
}

/** Changes when the page must show something else. The time alone does not change it. */
export function versionOf({ view, replaced, choosing }: Seen): string {
  const { status, confirmations, order, address, canceled, nothing_owed, unavailable } = view
  const paid = status === "paid" && paidAs(view)
  const marks = [
    ...[replaced && "replaced", canceled && "canceled", choosing && `choose for ${view.amount?.display}`],
    paid && paid !== "paid" && paid,
    isHeld(view) && "held",
    ...[nothing_owed && "owes nothing", unavailable && "unavailable"],
  ].filter(Boolean)
  return [status, confirmations, order?.display_id ?? "", address ?? "", ...marks].join(" ").trim()
}
