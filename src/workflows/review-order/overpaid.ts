import type { FiatAmount } from "../../core/money/units"
import { isOverpaid } from "../../core/payment/settlement"
import { readOrderBooks } from "../../medusa/books"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

/** How much the order was overpaid, if the payment needs attention because of it; null otherwise. */
export async function overpaidOn({ container }: Context, payment: PaymentRow): Promise<FiatAmount | null> {
  const { order_id } = payment
  if (!isOverpaid(payment) || order_id === null) return null
  const books = await readOrderBooks(container, order_id)
  return books && books.overpaidMinor > 0 ? { minor: books.overpaidMinor, currency: books.currency } : null
}
