import { type OfferedAsset, providerIdOf } from "../assets/choices"
import { addressUrl, decimalsOf, transactionUrl } from "../assets/registry"
import type { AccountMatch } from "../connection/account"
import { type PaymentLinks, paymentLinks, type QuotedPayment } from "../money/quote-check"
import {
  amountOf,
  covers,
  cryptoAmount,
  type ExactAmount,
  type FiatAmount,
  nearestMinor,
  ONE_MINOR,
  shownAmount,
} from "../money/units"
import type { AttentionReason } from "./attention-reasons"
import { hasOnlyUnknownWord, isPaid, isSeen, type LastAnswer, type PaymentState } from "./lifecycle"
import { goesBack, noLongerPays } from "./settlement"
import {
  type Bought,
  type ShopperAmount,
  type ShopperState,
  type ShopperStatus,
  type ShopperView,
  shopperState,
} from "./shopper-answer"

export type ViewedPayment = LastAnswer &
  QuotedPayment & {
    status_unknown: boolean
    connection_id: string
    completed_at: Date | null
    attention_reason: string | null
    decimals: number
    amount_minor: string
    currency: string
    rate: string
    quote_expires_at: Date
    superseded_at: Date | null
    goes_back_at: Date | null
  }

type ViewedPayout = {
  created_at: Date
  amount_minor: string
  sent_base: string
  asset: string
  chain: string
  transaction_id: string
}

/** What is around a payment: its order, its checkout and its connection. Without an order: no number, not canceled. */
export type AroundPayment = {
  orderDisplayId: number | null
  orderCanceled?: boolean
  /** Another payment of the same checkout is shown instead, or was paid. */
  replaced?: boolean
  /**
   * The payment collection or its session was deleted, or its open cart was deleted, costs another amount now or is in a
   * region without the provider.
   */
  stepGone?: boolean
  /** The connection cannot ask for this money now, not at a new price either. */
  asksNothing?: boolean
  /** The other amount of the order that a new quote asks for; null or absent if it asks for the same. */
  changed?: FiatAmount | null
  payouts?: readonly ViewedPayout[]
  /** What the order still owes; null if nothing. */
  outstanding?: FiatAmount | null
  /** Other money was captured for the order and not sent back. */
  paidByOther?: boolean
  /** Some of the order's money was refunded, so what it owes may include money that was already paid once. */
  refunded?: boolean
}

/** @param match whether it is the account that requested the payment: only addresses of the present account are shown */
export function shopperView(
  payment: ViewedPayment,
  around: AroundPayment,
  now: Date,
  match: AccountMatch,
): ShopperView {
  const { orderDisplayId, orderCanceled: canceled = false, stepGone = false, payouts = [], outstanding } = around
  const { replaced = false, changed = null } = around
  const amount = amountOf(payment)
  const sentBackMinor = payouts.reduce((sum, one) => sum + BigInt(one.amount_minor), 0n)
  const allSentBack = sentBackMinor >= BigInt(amount.minor) ? (payouts.at(-1) ?? null) : null
  // An order that owes less than the quote cannot take the money. A new quote asks for what is owed.
  const isOwed = outstanding === undefined || covers(outstanding, amount)
  const living = isPayable(payment, now) && !canceled && !stepGone && changed === null && isOwed && match === "same"
  const links = living ? paymentLinks(payment) : NOT_PAYABLE
  const status = shopperStatus(payment, links.uri !== null)
  const unclear = payment.status_unknown && status === "confirming"
  const payable = status === "waiting"
  const rest = owedBesides(payment, around)
  const state = shopperState({
    status,
    unclear,
    isSent: payment.confirmations > 0,
    canceled,
    replaced,
    changed: changed !== null,
    stepGone,
    hasOrder: orderDisplayId !== null,
    unfinished: isUnfinished(payment.status, orderDisplayId),
    noLongerPays: noLongerPays(payment) || isForNoCart(payment),
    unsettled: payment.status === "completed",
    twice:
      around.paidByOther === true && payment.attention_reason === ("order_paid_otherwise" satisfies AttentionReason),
    sentBack: allSentBack !== null,
    owesMore: rest !== null,
    nothingOwed: outstanding === null,
    asksNothing: match === "connection_gone" || around.asksNothing === true,
  })
  return {
    provider_id: providerIdOf(payment.connection_id),
    status,
    state,
    confirmations: payment.confirmations,
    asset: payment.asset,
    chain: payment.chain,
    address: payable ? payment.address : null,
    ...(payable ? links : NOT_PAYABLE),
    pay_amount: cryptoAmount(payment.pay_amount_base, payment.asset, payment.decimals),
    amount: shownAmount(state === "changed" && changed ? changed : amount),
    rate: payment.rate,
    quote_expires_at: payment.quote_expires_at.toISOString(),
    server_time: now.toISOString(),
    next_poll_seconds: allSentBack === null ? (nextPoll(payment, status, now) ?? (rest && HELD_SECONDS)) : null,
    order: orderDisplayId === null ? null : { display_id: orderDisplayId },
    receipt: (status === "confirming" && !hasOnlyUnknownWord(payment)) || status === "paid" ? receiptOf(payment) : null,
    goes_back_at: goesBack(payment) ? (payment.goes_back_at?.toISOString() ?? null) : null,
    sent_back_at: allSentBack?.created_at.toISOString() ?? null,
    payouts: payouts.map((payout) => ({
      amount: shownAmount({ minor: Number(payout.amount_minor), currency: amount.currency }),
      sent: cryptoAmount(payout.sent_base, payout.asset, decimalsOf(payout.asset, payment)),
      at: payout.created_at.toISOString(),
      transaction: {
        id: payout.transaction_id,
        explorer_url: transactionUrl({ chain: payout.chain, testMode: payment.test_mode }, payout.transaction_id),
      },
    })),
    outstanding: rest,
    test_mode: payment.test_mode,
  }
}

const NOT_PAYABLE: PaymentLinks = { uri: null, wallet: null }

/** What the order owes besides this payment. A `completed` payment is not on its order yet, so it is subtracted. */
function owedBesides(payment: ViewedPayment, around: AroundPayment): ShopperAmount | null {
  const { status } = payment
  const { outstanding, refunded, orderCanceled } = around
  if (!outstanding || refunded || orderCanceled || (status !== "completed" && status !== "settled")) return null
  const minor = outstanding.minor - (status === "completed" ? amountOf(payment).minor : 0)
  return minor > 0 ? shownAmount({ ...outstanding, minor }) : null
}

/** Test money, money of a cart that is gone, and of a deleted draft: no checkout can take it. */
const FOR_NO_CART: readonly string[] = ["test_money", "no_order", "payout_due"] satisfies AttentionReason[]

const isForNoCart = ({ attention_reason, closed_at }: ViewedPayment): boolean =>
  closed_at !== null || FOR_NO_CART.includes(attention_reason ?? "")

/** Whether no order took the money. A `completed` payment is still being settled. */
const isUnfinished = (status: PaymentState, orderDisplayId: number | null): boolean =>
  status === "attention" || status === "closed" || (status === "settled" && orderDisplayId === null)

const receiptOf = ({ chain, test_mode: testMode, address, completed_at, seen_at }: ViewedPayment) => ({
  address,
  explorer_url: addressUrl({ chain, testMode }, address),
  time: (completed_at ?? seen_at)?.toISOString() ?? null,
})

type LivingFacts = { status: PaymentState; quote_expires_at: Date; superseded_at: Date | null }
type PollFacts = { status: PaymentState; quote_expires_at: Date; attention_reason: string | null }

/** For the shopper, a payment that needs attention is paid, and money on its way is confirming. */
function shopperStatus(payment: LastAnswer, living: boolean): ShopperStatus {
  if (isPaid(payment.status)) return "paid"
  if (isSeen(payment)) return "confirming"
  return living ? "waiting" : "expired"
}

/** Whether the payment is unpaid, with a valid quote that shoppers see. */
export const isPayable = ({ status, quote_expires_at, superseded_at }: LivingFacts, now: Date): boolean =>
  status === "awaiting_payment" && quote_expires_at > now && superseded_at === null

/**
 * While money may come: with up to a tenth more by the client, and half a second for the event and the answer, 95 of 100
 * payments are shown within three seconds. A page asks 24 times a minute, of the 60 that one address may.
 */
export const LIVE_SECONDS = 2.5
const JUST_EXPIRED_SECONDS = 15
const LONG_EXPIRED_SECONDS = 300
const HELD_SECONDS = 60
const JUST_EXPIRED_MS = 15 * 60_000
/** After the quote's expiry. A payment that has not cleared by then is slow or has a wrong amount: poll less often. */
const SLOW_CONFIRMING_MS = 24 * 3_600_000

/** Seconds after which to ask again; null if nothing will change. */
function nextPoll(payment: PollFacts, status: ShopperStatus, now: Date): number | null {
  const expiredFor = now.getTime() - payment.quote_expires_at.getTime()
  switch (status) {
    case "waiting":
    case "confirming":
      if (expiredFor < JUST_EXPIRED_MS) return LIVE_SECONDS
      return expiredFor < SLOW_CONFIRMING_MS ? JUST_EXPIRED_SECONDS : LONG_EXPIRED_SECONDS
    case "expired":
      return expiredFor < JUST_EXPIRED_MS ? JUST_EXPIRED_SECONDS : LONG_EXPIRED_SECONDS
    case "paid":
      // The order and its number follow a moment after the money.
      if (payment.status === "completed") return LIVE_SECONDS
      return awaitsPerson(payment) ? HELD_SECONDS : null
  }
}

/** Whether a retry or a person must still put the money onto its order, or send it back. */
const awaitsPerson = ({ status, attention_reason }: PollFacts): boolean =>
  status === "attention" || (status === "settled" && attention_reason !== null)

/** URL of the page that takes the address for money to send back. */
export const payoutPageUrl = (token: string, backendUrl: string | undefined): string =>
  payUrl(`payouts/${token}`, backendUrl)

/** URL of the pay page of a payment, below the public address of this server; relative without one. */
export const payUrl = (token: string, backendUrl: string | undefined): string =>
  `${(backendUrl ?? "").replace(/\/+$/, "")}/crypto-payments/${token}`

/** All that the server tells the holder of a payment link about an order, before the shopper chooses an asset. */
export type LinkView = {
  provider_id: string
  order: null | { display_id: number }
  /** What the order owes now, as in a payment; null if nothing may be paid. */
  amount: ShopperView["amount"] | null
  /** What can be paid with; empty if nothing may be paid. */
  options: readonly OfferedAsset[]
  /** `expired` while the order waits for the shopper to choose an asset, otherwise why nothing may be paid. */
  state: Extract<ShopperState, "expired" | "canceled" | "alreadyPaid" | "notNow">
  test_mode: boolean
  server_time: string
  next_poll_seconds: number
}

export type LinkFacts = {
  connectionId: string
  displayId: number | null
  canceled: boolean
  /** What the order owes; null if nothing. */
  outstanding: FiatAmount | null
  /** Empty if the connection is not set up, or must not ask this order for money. */
  offered: readonly OfferedAsset[]
}

/** Seconds between polls. A closed link is polled too, because an order edit may raise what is owed again. */
const OPEN_SECONDS = 15
const CLOSED_SECONDS = 300

export function linkView({ connectionId, displayId, canceled, outstanding, offered }: LinkFacts, now: Date): LinkView {
  const isOpen = !canceled && outstanding !== null && offered.length > 0
  return {
    provider_id: providerIdOf(connectionId),
    order: displayId === null ? null : { display_id: displayId },
    amount: isOpen ? shownAmount(outstanding) : null,
    options: isOpen ? offered : [],
    state: isOpen ? "expired" : canceled ? "canceled" : outstanding === null ? "alreadyPaid" : "notNow",
    test_mode: offered.some(({ test_mode }) => test_mode),
    server_time: now.toISOString(),
    next_poll_seconds: isOpen ? OPEN_SECONDS : CLOSED_SECONDS,
  }
}

/** What the pay page shows: a payment or a link. A link that asks for nothing has no amount. */
export type PageView = Omit<ShopperView, "amount"> & Pick<LinkView, "amount">

/** A link as a payment that must not be paid, for the pay page, which does not show the empty fields. */
export const linkAsPayment = (
  { options: _, ...view }: LinkView,
  lapsed?: Pick<PageView, "asset" | "chain">,
): PageView => ({
  ...view,
  status: "expired",
  confirmations: 0,
  asset: lapsed?.asset ?? "",
  chain: lapsed?.chain ?? "",
  address: null,
  uri: null,
  wallet: null,
  pay_amount: { base: "0", asset: "", decimals: 0, display: "0" },
  rate: "0",
  quote_expires_at: view.server_time,
  receipt: null,
  goes_back_at: null,
  sent_back_at: null,
  payouts: [],
  outstanding: null,
})

type BoughtItem = { product: string; variant: string | null; quantity: number; amount: ExactAmount }

export type BoughtFacts = Record<"delivery" | "discount" | "credit" | "tax" | "total", ExactAmount> & {
  currency: string
  items: readonly BoughtItem[]
  taxIncluded: boolean
}

/** Rounds each amount half up to minor units. Leaves out items that an order edit removed. */
export function boughtView({ currency, items, taxIncluded, ...parts }: BoughtFacts): Bought {
  const shown = (exact: ExactAmount): ShopperAmount => {
    const amount: FiatAmount = { minor: Number(nearestMinor(exact)), currency: currency.toUpperCase() }
    return shownAmount(amount)
  }
  const discount = fittingDiscount({ currency, items, taxIncluded, ...parts })
  const unlessZero = (exact: ExactAmount) => (nearestMinor(exact) === 0n ? null : shown(exact))
  return {
    items: items
      .filter(({ quantity }) => quantity > 0)
      .map(({ product, variant, quantity, amount }) => ({
        title: variant && variant !== NO_VARIANT ? `${product} · ${variant}` : product,
        quantity,
        amount: shown(amount),
      })),
    delivery: unlessZero(parts.delivery),
    discount: unlessZero(discount),
    credit: unlessZero(parts.credit),
    tax: unlessZero(parts.tax),
    tax_included: taxIncluded,
    total: shown(parts.total),
  }
}

/**
 * The discount that makes the rounded lines add up to the rounded total, if that is at most one minor unit away from it:
 * a percentage leaves both with a fraction.
 */
function fittingDiscount(facts: BoughtFacts): ExactAmount {
  const { items, delivery, tax, taxIncluded, credit, discount, total } = facts
  const lines = [...items.map(({ amount }) => amount), delivery, ...(taxIncluded ? [] : [tax]), -credit, -total]
  const fitting = lines.reduce((sum, line) => sum + nearestMinor(line), 0n)
  const difference = fitting - nearestMinor(discount)
  return discount !== 0n && (difference === 1n || difference === -1n) ? fitting * ONE_MINOR : discount
}

/** Medusa's admin gives this name to the only variant of a product. */
const NO_VARIANT = "Default variant"

/** Whether the holder of a payment's token sees what it is for. The cart of a closed payment may be another one now. */
export const showsBought = (state: ShopperState): boolean => state !== "closed"
