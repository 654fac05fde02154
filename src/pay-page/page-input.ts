import { assetKeyOf, type OfferedAsset } from "../core/assets/choices"
import type { PageView } from "../core/payment/link-view"
import type { PayPageLanguage, PayPageTextName, PayPageTexts } from "../core/text/pay-page-texts"
import { displayTime, fill } from "./display"
import { expiredAs, paidAs } from "./notice"
import type { Brand } from "./parts/brand"

/** Everything that the page shows. */
export type PayPageInput = Brand & {
  view: PageView
  /** Token of the shown payment; an example has none. */
  token?: string
  /** The shopper of a payment link has not chosen an asset yet, so there is no quote. */
  choosing?: boolean | undefined
  /** The payment link of an order that never showed an address. */
  hadNoAddress?: boolean | undefined
  /** The other assets that the shopper can choose. */
  offered: readonly OfferedAsset[]
  language: PayPageLanguage
  texts: PayPageTexts
  /** The nonce of the Content-Security-Policy; see headers.ts. */
  nonce: string
  /** Target of "Back to the shop"; without it there is no such link. */
  storefrontUrl: string | undefined
  /** The request that was just refused: the value of an asset's button, or without `choice` a new price. */
  refused?: { why: PayPageTextName; choice?: string | undefined } | undefined
}

/** The input with its texts. */
export type PayPage = PayPageInput & {
  say: (name: PayPageTextName, values?: Readonly<Record<string, string | number>>) => string
}

export const withTexts = (input: PayPageInput): PayPage => ({
  ...input,
  say: (name, values = {}) => fill(input.texts[name], values),
})

type Seen = Pick<PayPageInput, "view" | "choosing">
type Offer = Pick<PayPageInput, "view" | "offered">

/** The page's text for a payment with the status "expired". */
export function whyExpired({ view, choosing }: Seen): "choose" | ReturnType<typeof expiredAs> {
  const why = expiredAs(view)
  return choosing && (why === "replaced" || why === "expired") ? "choose" : why
}

/** Whether the shopper can ask for a new price. */
export const offersPrice = (page: PayPageInput): boolean =>
  page.view.status === "waiting" ||
  (page.view.status === "expired" && ["expired", "replaced"].includes(whyExpired(page)))

/** Whether the shopper may choose an asset, if the store offers another one. */
export const mayChoose = ({ status, canceled, nothing_owed, unavailable }: PageView): boolean =>
  (status === "waiting" || status === "expired") && !canceled && !nothing_owed && !unavailable

/** Whether the shopper can choose another asset. */
export const offersAssets = ({ view, offered }: Offer): boolean =>
  mayChoose(view) && offered.some((one) => !isChosen(one, { view }))

export const isChosen = ({ asset, chain }: OfferedAsset, { view }: Pick<PayPageInput, "view">): boolean =>
  asset === view.asset && (chain === null || chain === view.chain.toLowerCase())

/** The money arrived and there is an order, but the order did not take it. */
export const isHeld = ({ unfinished, order }: PageView): boolean => unfinished && order !== null

/** Whether only the shop can help the shopper, for example with a way to pay the rest. */
export const asksShop = (page: Seen): boolean =>
  page.view.status === "expired"
    ? whyExpired(page) === "notNow"
    : page.view.paid_out_at === null &&
      (page.view.unclear || page.view.canceled || page.view.unfinished || page.view.outstanding !== null)

/** In UTC, because the server does not know the reader's time zone. */
export const sentBackDay = ({ view, language }: PayPageInput): string =>
  displayTime(view.paid_out_at, language, { dateStyle: "long", timeZone: "UTC" })

/** The page's CSS class. Only money that pays for an order gets "paid", which is green and has a tick. */
export function classOf(view: PageView): string {
  if (view.status !== "paid") return view.unclear ? "unclear" : view.status
  return view.canceled ? "canceled" : isHeld(view) ? "held" : view.outstanding ? "part" : paidAs(view)
}

/** Changes when the page's content changes. The remaining time alone does not change it. */
export function versionOf(page: Seen & Offer): string {
  const { view, choosing, offered } = page
  const { status, confirmations, order, asset, chain, amount, address, canceled, nothing_owed, unavailable } = view
  const paid = status === "paid" && paidAs(view)
  const marks = [
    ...[view.unclear && "unclear", view.superseded && "replaced", canceled && "canceled", choosing && "choose"],
    paid && paid !== "paid" && paid,
    isHeld(view) && "held",
    view.outstanding && `owes ${view.outstanding.display}`,
    ...[nothing_owed && "owes nothing", unavailable && "unavailable"],
    ...(offersAssets(page) ? offered.map((one) => `${one.available ? "" : "no-"}${assetKeyOf(one)}`) : []),
  ].filter(Boolean)
  return [status, confirmations, order?.display_id, asset, chain, amount?.display, address, ...marks].join(" ")
}
