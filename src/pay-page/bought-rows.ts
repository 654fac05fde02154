/*
 * The rows of an order summary, for the pay page and the storefront's component. The component ships this file, so it
 * imports only types.
 */

import type { ShopperAmount as Amount, Bought } from "../core/payment/shopper-answer"

type Label = "moreItems" | "delivery" | "discount" | "credit" | "tax" | "total" | "taxIncluded"

type Texts = {
  say: (name: Label, values?: Readonly<Record<string, string | number>>) => string
  /** An amount in the reader's format. */
  money: (amount: Amount) => string
}

/** How many rows of items and letters of a title fit. The rest of the items are one row. */
type Room = { items: number; letters: number }

/** Labels with amounts, in the reader's format: the items, what is added and subtracted, and the total. */
export function boughtRows(bought: Bought, { say, money }: Texts, room?: Room): [label: string, amount: string][] {
  const { items, delivery, discount, credit, tax, tax_included, total } = bought
  const { items: most = items.length, letters = 200 } = room ?? {}
  const fits = items.length <= most ? items.length : most - 1
  const rest = items.slice(fits)
  const row = (label: string, amount: Amount | null | false, sign = ""): [string, string][] =>
    amount ? [[label, sign + money(amount)]] : []
  return [
    ...items
      .slice(0, fits)
      .flatMap(({ title, quantity, amount }) => row(`${quantity} × ${shortened(title, letters)}`, amount)),
    ...row(say("moreItems", { count: rest.length }), sum(rest.map(({ amount }) => amount))),
    ...row(say("delivery"), delivery),
    ...row(say("discount"), discount, "−"),
    ...row(say("credit"), credit && { ...credit, display: credit.display.replace("-", "") }, less(credit)),
    ...row(say("tax"), !tax_included && tax),
    ...row(say("total"), total),
    ...row(say("taxIncluded"), tax_included && tax),
  ]
}

/** A credit below zero adds to the total: an admin may take one back. */
const less = (credit: Amount | null): string => (credit && credit.minor < 0 ? "+" : "−")

/** Of amounts in one currency, whose `display` has the currency's decimal places. */
function sum(amounts: readonly Amount[]): Amount | false {
  const [first] = amounts
  if (!first) return false
  const minor = amounts.reduce((all, one) => all + one.minor, 0)
  const places = (first.display.split(".")[1] ?? "").length
  const digits = String(minor).padStart(places + 1, "0")
  const point = digits.length - places
  return { ...first, minor, display: places ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits }
}

/** Chinese and Japanese letters are twice as wide as others, and have three bytes. */
function shortened(title: string, letters: number): string {
  let text = ""
  let room = letters
  for (const letter of title) {
    room -= letter > "\u2e7f" ? 2 : 1
    if (room < 0) return `${text}…`
    text += letter
  }
  return title
}
