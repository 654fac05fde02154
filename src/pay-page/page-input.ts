import type { OfferedAsset } from "../core/offered-assets"
import type { PayPageLanguage, PayPageTextName, PayPageTexts } from "../core/pay-page-texts"
import type { ShopperView } from "../core/shopper-view"
import { fill } from "./language"

/** All that the page is made of. */
export type PayPageInput = {
  view: ShopperView
  /** What may be paid with instead. */
  offered: readonly OfferedAsset[]
  language: PayPageLanguage
  texts: PayPageTexts
  /** Stands in the answer's policy; see headers.ts. */
  nonce: string
  /** Where the way back to the shop leads; without one there is none. */
  storefrontUrl: string | undefined
  /** Why what the shopper just asked for could not be done. */
  notice: PayPageTextName | undefined
}

/** The input with its texts at hand. */
export type Page = PayPageInput & {
  say: (name: PayPageTextName, values?: Readonly<Record<string, string | number>>) => string
}

export const withTexts = (input: PayPageInput): Page => ({
  ...input,
  say: (name, values = {}) => fill(input.texts[name], values),
})

/** Changes when there is something else to show. Of time it knows nothing. */
export const versionOf = ({ status, confirmations, order, address, superseded }: ShopperView): string =>
  [status, confirmations, order?.display_id ?? "", address ?? "", superseded ? "superseded" : ""].join(" ").trim()
