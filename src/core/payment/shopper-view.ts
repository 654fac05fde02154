import { providerIdOf } from "../assets/offered-assets"
import { allowedUri } from "../assets/registry"
import type { Standing } from "../connection/account"
import { displayBaseUnits, type FiatAmount, minorToMajor } from "../money/units"
import { isPaid, type PaymentState } from "./payment-life"
import { covers } from "./settlement"

/** What a shopper is told of a payment: four words, whatever our own books and the service call it. */
export const SHOPPER_STATUSES = ["waiting", "confirming", "paid", "expired"] as const
export type ShopperStatus = (typeof SHOPPER_STATUSES)[number]

/** All that leaves the server of a payment for whoever holds its token. */
export type ShopperView = {
  /** Medusa's id of the payment provider: of its options another asset may be chosen. */
  provider_id: string
  status: ShopperStatus
  confirmations: number
  asset: string
  chain: string
  /** Null once it must not be paid to any more: the quote ran out or was replaced, or the money is there. */
  address: string | null
  uri: string | null
  pay_amount: { base: string; asset: string; decimals: number; display: string }
  /** `minor` in minor units of the currency, `display` in major units without separators. */
  amount: { minor: number; currency: string; display: string }
  rate: string
  quote_expires_at: string
  server_time: string
  /** Seconds after which to ask again; null: nothing changes any more. */
  next_poll_seconds: number | null
  order: null | { display_id: number }
  test_mode: boolean
  /** A newer quote took this one's place, or its payment step is open no more. */
  superseded: boolean
  /** The order was canceled: it is not to be paid any more, not at a new price either. */
  canceled: boolean
  /** The order owes nothing: it was paid another way, or credited. */
  nothing_owed: boolean
  /** The store cannot take it at the moment, not at a new price either: the shopper must ask the shop. */
  unavailable: boolean
}

/** A row of ours, as far as a shopper's view is made of it. */
export type ViewedPayment = {
  connection_id: string
  status: PaymentState
  confirmations: number
  asset: string
  chain: string
  address: string
  uri: string
  pay_amount_base: string
  decimals: number
  amount_minor: string
  currency: string
  rate: string
  quote_expires_at: Date
  test_mode: boolean
  superseded_at: Date | null
}

/** Of the order that was placed for a payment. Without one: no number, and not canceled. */
export type ViewedOrder = {
  orderDisplayId: number | null
  orderCanceled?: boolean
  /** No order was placed, and the cart is deleted: nobody owes the money. */
  cartGone?: boolean
  /** What the order still owes; null where that is nothing. */
  outstanding?: FiatAmount | null
}

/** @param standing of the account that asked for it: no other account's address is shown than the present one's */
export function shopperView(
  payment: ViewedPayment,
  order: ViewedOrder,
  now: Date,
  standing: Standing = "same",
): ShopperView {
  const { orderDisplayId, orderCanceled: canceled = false, cartGone = false, outstanding } = order
  const amount = { minor: Number(payment.amount_minor), currency: payment.currency }
  // An order that owes less than the quote asks for takes none of it: a new quote asks for what is owed.
  const isOwed = outstanding === undefined || covers(outstanding, amount)
  const living = isLiving(payment, now) && !canceled && !cartGone && isOwed && standing === "same"
  const status = shopperStatus(payment, living)
  const payable = living && (status === "waiting" || status === "confirming")
  return {
    provider_id: providerIdOf(payment.connection_id),
    status,
    confirmations: payment.confirmations,
    asset: payment.asset,
    chain: payment.chain,
    address: payable ? payment.address : null,
    uri: payable ? allowedUri(payment.asset, payment.uri) : null,
    pay_amount: {
      base: payment.pay_amount_base,
      asset: payment.asset,
      decimals: payment.decimals,
      display: displayBaseUnits(payment.pay_amount_base, payment.decimals),
    },
    amount: { ...amount, display: minorToMajor(amount) },
    rate: payment.rate,
    quote_expires_at: payment.quote_expires_at.toISOString(),
    server_time: now.toISOString(),
    next_poll_seconds: nextPoll(payment, status, orderDisplayId, now),
    order: orderDisplayId === null ? null : { display_id: orderDisplayId },
    test_mode: payment.test_mode,
    superseded: payment.superseded_at !== null || cartGone,
    canceled,
    nothing_owed: outstanding === null && !isPaid(payment.status),
    unavailable: status === "expired" && !canceled && outstanding !== null && standing === "connection_gone",
  }
}

/**
 * Whether the store's people must look at it is not the shopper's business: the money has arrived. A payment that was
 * seen on its chain is confirming, though its quote ran out meanwhile. One that was replaced, or whose order was
 * canceled, is no more to be paid than one that ran out.
 */
function shopperStatus(payment: ViewedPayment, living: boolean): ShopperStatus {
  if (isPaid(payment.status)) return "paid"
  if (payment.confirmations > 0) return "confirming"
  return living ? "waiting" : "expired"
}

export const isLiving = ({ status, quote_expires_at, superseded_at }: ViewedPayment, now: Date): boolean =>
  status === "awaiting_payment" && quote_expires_at > now && superseded_at === null

const WAITING_SECONDS = 5
const CONFIRMING_SECONDS = 3
/** Money that was sent in time may still be found. */
const JUST_EXPIRED_SECONDS = 15
const LONG_EXPIRED_SECONDS = 300
const JUST_EXPIRED_MS = 15 * 60_000
/** What was seen and has not cleared by then is slow, or not what was asked for. */
const SLOW_CONFIRMING_MS = 24 * 3_600_000

function nextPoll(
  payment: ViewedPayment,
  status: ShopperStatus,
  orderDisplayId: number | null,
  now: Date,
): number | null {
  const expiredFor = now.getTime() - payment.quote_expires_at.getTime()
  switch (status) {
    case "waiting":
      return WAITING_SECONDS
    case "confirming":
      if (expiredFor < JUST_EXPIRED_MS) return CONFIRMING_SECONDS
      return expiredFor < SLOW_CONFIRMING_MS ? JUST_EXPIRED_SECONDS : LONG_EXPIRED_SECONDS
    case "expired":
      return expiredFor < JUST_EXPIRED_MS ? JUST_EXPIRED_SECONDS : LONG_EXPIRED_SECONDS
    case "paid":
      // The order, and with it the number to show, comes a moment after the money.
      return payment.status === "completed" && orderDisplayId === null ? CONFIRMING_SECONDS : null
  }
}
