import type { MedusaContainer } from "@medusajs/framework/types"
import type { ExactAmount } from "../core/money/units"
import type { BoughtFacts } from "../core/payment/shopper-view"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { exactAmountOf } from "./amounts"
import { graph } from "./query"

type Totals<Name extends string> = { [name in Name]?: unknown }

type Item = Totals<"subtotal" | "original_total"> & {
  title: string
  product_title: string | null
  variant_title: string | null
  quantity: unknown
  is_tax_inclusive: boolean
}

type Sum = "tax_total" | "credit_line_total" | "total" | (typeof WITH_TAX | typeof WITHOUT_TAX)["delivery" | "discount"]

type CreditLine = { amount: unknown; reference: string | null } | null

type Priced = Totals<Sum> & { currency_code: string; items?: (Item | null)[]; credit_lines?: CreditLine[] }

/** Medusa's computed fields whose sum is the total: for prices that include tax, and for prices to which tax is added. */
const WITH_TAX = { item: "original_total", delivery: "original_shipping_total", discount: "discount_total" } as const
const WITHOUT_TAX = { item: "subtotal", delivery: "shipping_subtotal", discount: "discount_subtotal" } as const

const ITEM = ["title", "product_title", "variant_title", "quantity", "is_tax_inclusive"]

const FIELDS = [
  "currency_code",
  "tax_total",
  "credit_line_total",
  "total",
  "credit_lines.amount",
  "credit_lines.reference",
  ...[WITH_TAX, WITHOUT_TAX].flatMap(({ item, delivery, discount }) => [`items.${item}`, delivery, discount]),
  ...ITEM.map((field) => `items.${field}`),
]

/**
 * What an order consists of, or without one its cart. Reads nothing about the buyer.
 * @returns undefined if neither exists, or if the currency is unknown
 */
export async function readBought(
  container: MedusaContainer,
  { order_id, cart_id }: Pick<PaymentRow, "order_id" | "cart_id">,
): Promise<BoughtFacts | undefined> {
  const [entity, id] = order_id === null ? ["cart", cart_id] : ["order", order_id]
  const [priced] = id === null ? [] : await graph<Priced>(container, entity, FIELDS, { id })
  if (!priced) return undefined
  const { currency_code: currency } = priced
  if (exactAmountOf(0, currency) === undefined) return undefined

  const exact = (amount: unknown): ExactAmount => exactAmountOf(amount ?? 0, currency) ?? 0n
  const items = (priced.items ?? []).filter((item) => item !== null)
  const taxIncluded = items.length > 0 && items.every((item) => item.is_tax_inclusive)
  const names = taxIncluded ? WITH_TAX : WITHOUT_TAX
  // A payout's credit line keeps Medusa from asking for the money again, and changes nothing about what was bought.
  const sentBack = (priced.credit_lines ?? [])
    .filter((line) => line?.reference === "refund")
    .reduce((sum, line) => sum + exact(line?.amount), 0n)
  return {
    currency,
    taxIncluded,
    items: items.map((item) => ({
      product: item.product_title ?? item.title,
      variant: item.variant_title,
      quantity: Number(item.quantity),
      amount: exact(item[names.item]),
    })),
    delivery: exact(priced[names.delivery]),
    discount: exact(priced[names.discount]),
    credit: exact(priced.credit_line_total) - sentBack,
    tax: exact(priced.tax_total),
    total: exact(priced.total) + sentBack,
  }
}
