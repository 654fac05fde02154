import { currencyExponent } from "../../../../core/money/currencies"
import { displayBaseUnits } from "../../../../core/money/units"
import { isSeen } from "../../../../core/payment/payment-life"
import { payoutRate } from "../../../../core/payment/payout-amount"
import type { Actor } from "../../../../medusa/actors"
import type { PaymentRow, PayoutRow } from "../../../../modules/crypto-payments/stores/rows"
import type { PaymentSource } from "../views/payment"
import { decimalsOf } from "../views/payout"
import { fiatView, isoOrNull } from "../views/values"

type Cell = string | number | boolean | null

type PayoutLine = PaymentSource & { payout: PayoutRow; person: Actor | null }

/** A column's name, and its cell in the record of a payment and in that of a payout. */
type Column = readonly [name: string, ofPayment: (line: PaymentSource) => Cell, ofPayout: (line: PayoutLine) => Cell]

const empty = () => null
const shared = (name: string, cell: (line: PaymentSource) => Cell): Column => [name, cell, cell]
const same = (...names: (keyof PaymentRow)[]) => names.map((name) => shared(name, ({ row }) => row[name] as Cell))
const ofPayment = (...names: (keyof PaymentRow)[]): Column[] =>
  names.map((name) => [name, ({ row }) => row[name] as Cell, empty])
const moments = (...names: (keyof PaymentRow)[]): Column[] =>
  names.map((name) => [name, ({ row }) => isoOrNull(row[name] as Date | null), empty])
const fiat = (minor: string, currency: string) => fiatView(minor, currency).display

/** Shoppers no longer see the quote, and nobody paid it. Of a paid one the list does not say so either. */
const isUnpaidAndHidden = ({ superseded_at, completed_at }: PaymentRow) =>
  superseded_at !== null && completed_at === null

const rateOf = ({ payout, row }: PayoutLine) =>
  payoutRate(
    { minor: payout.amount_minor, base: payout.sent_base },
    { minor: currencyExponent(payout.currency) ?? 0, base: decimalsOf(payout, row) },
  )

export const COLUMNS: readonly Column[] = [
  ["id", ({ row }) => row.id, ({ payout }) => payout.id],
  shared("payment_id", ({ row }) => row.external_id),
  ...same("connection_id", "test_mode"),
  ...ofPayment("status", "attention_reason"),
  shared("order_number", ({ order }) => order?.display_id ?? null),
  ...same("order_id"),
  shared("email", ({ order, more }) => (order ? order.email : more.cartEmail)),
  [
    "amount",
    ({ row }) => fiat(row.amount_minor, row.currency),
    ({ payout }) => fiat(payout.amount_minor, payout.currency),
  ],
  ...same("currency"),
  [
    "pay_amount",
    ({ row }) => displayBaseUnits(row.pay_amount_base, row.decimals),
    ({ payout, row }) => displayBaseUnits(payout.sent_base, decimalsOf(payout, row)),
  ],
  ["asset", ({ row }) => row.asset, ({ payout }) => payout.asset],
  ["chain", ({ row }) => row.chain, ({ payout }) => payout.chain],
  ["rate", ({ row }) => row.rate, rateOf],
  ["address", ({ row }) => row.address, ({ payout }) => payout.address],
  ...ofPayment("confirmations"),
  ["created_at", ({ row }) => isoOrNull(row.created_at), ({ payout }) => isoOrNull(payout.created_at)],
  ...moments("quote_expires_at", "completed_at", "settled_at", "closed_at"),
  ["type", () => "payment", () => "payout"],
  ["replaced", ({ row, more }) => isUnpaidAndHidden(row) && more.isReplaced, empty],
  ["sent_back", ({ row, more }) => fiat(more.sentBack, row.currency), empty],
  ["transaction_id", empty, ({ payout }) => payout.transaction_id],
  ["person", empty, ({ person }) => person && (person.name ?? person.email ?? person.id)],
  ["note", empty, ({ payout }) => payout.note],
  // Shows that an unpaid payment's money is on its way. The status is the same as in the API.
  ["seen", ({ row }) => isSeen(row), empty],
  ["withdrawn", ({ row, more }) => isUnpaidAndHidden(row) && !more.isReplaced, empty],
]
