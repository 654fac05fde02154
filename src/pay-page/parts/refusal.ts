import { assetKeyOf } from "../../core/assets/offered-assets"
import { type Html, html } from "../html"
import { offersAssets, offersPrice, type PayPage } from "../page-input"

/** An asset as its button sends it, the button for a new price, or above everything if what was pressed is gone. */
type Place = string

/** Where a refusal belongs: beside what was pressed. */
function placeOf(page: PayPage): Place | undefined {
  if (!page.refused) return undefined
  const { choice } = page.refused
  if (choice === undefined) return offersPrice(page) ? "price" : "top"
  return offersAssets(page) && page.offered.some((one) => assetKeyOf(one) === choice) ? choice : "top"
}

/** It takes the focus, so that a browser scrolls to it without a script too. */
export const refusal = (page: PayPage, place: Place): Html | undefined =>
  page.refused && placeOf(page) === place
    ? html`<p class="note bad" tabindex="-1" autofocus role="alert">${page.say(page.refused.why)}</p>`
    : undefined
