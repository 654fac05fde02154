import { assetKeyOf } from "../../core/assets/choices"
import { type Html, html } from "../html"
import { offersAssets, offersPrice, offersRest, type PayPage } from "../page-input"

/** The value of an asset's button, "price" for the new-price button, or "top" if that button is gone. */
type Place = string

/** A refusal is shown beside the button that was pressed. */
function placeOf(page: PayPage): Place | undefined {
  if (!page.refused) return undefined
  const { choice } = page.refused
  if (choice === undefined) return offersPrice(page) || offersRest(page) ? "price" : "top"
  return offersAssets(page) && page.offered.some((one) => assetKeyOf(one) === choice) ? choice : "top"
}

/** `autofocus` makes the browser scroll to it, even without a script. */
export const refusal = (page: PayPage, place: Place): Html | undefined =>
  page.refused && placeOf(page) === place
    ? html`<p class="note bad" tabindex="-1" autofocus role="alert">${page.say(page.refused.why)}</p>`
    : undefined
