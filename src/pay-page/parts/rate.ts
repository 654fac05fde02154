import { displayRate } from "../amounts"
import { type Html, html } from "../html"
import type { PayPage } from "../page-input"

/** What one of the asset costs; nothing where no money is asked for. */
export const rate = ({ view, say, language }: PayPage): Html | null =>
  view.amount &&
  html`<bdi dir="ltr">${say("rate", { asset: view.asset, price: displayRate(view.rate, view.amount.currency, language) })}</bdi>`
