import { type AttentionReason, RETRIED_REASONS } from "../../../../src/core/payment/attention-reasons"
import { isPaid, type PaymentState } from "../../../../src/core/payment/lifecycle"
import { goesBack } from "../../../../src/core/payment/settlement"
import type { PaymentRow } from "../../../../src/modules/crypto-payments/stores/rows"
import { minutesFromNow } from "../../../support/clock"
import { CRYPTO_PROVIDER } from "../../../support/constants"
import type { ActName } from "../shop-model"
import { isOffice } from "./acts"
import { type Entry, outstandingOf, surplusOf, total } from "./books"
import { CRYPTO_CODE } from "./cart-acts"
import { complaint, type Facts, notOwed } from "./facts"
import { isSame, whole } from "./minor-units"
import { accountNow } from "./story"

const amounts = (entries: readonly { minor: number }[]): string =>
  entries.map(({ minor }) => minor).join(" and ") || "nothing"

/** One payment, one capture of its amount, one order. */
export function capturedOnce({ rows, payments, orders, story }: Facts): string[] {
  const problems: string[] = []
  if (orders.length > 1) problems.push(`the cart became the orders ${orders.join()}`)
  const ours = payments.filter(({ provider }) => provider === CRYPTO_PROVIDER)
  for (const { externalId, captures, id } of ours) {
    if (captures.length > 0 && !rows.some(({ external_id }) => external_id === externalId)) {
      problems.push(`payment ${id} of Medusa is captured for ${externalId}, which is none of ours`)
    }
  }
  for (const { external_id, status, amount_minor, order_id } of rows) {
    const captures = ours.filter(({ externalId }) => externalId === external_id).flatMap((one) => one.captures)
    const amounts = captures.map(({ minor }) => minor)
    if (captures.length > 1) problems.push(`${external_id} is captured ${captures.length} times: ${amounts.join()}`)
    if (captures.length > 0 && !story.paid.has(external_id)) problems.push(`${external_id} is captured, and unpaid`)
    if (amounts.some((minor) => String(whole(minor)) !== amount_minor)) {
      problems.push(`${external_id} is of ${amount_minor}, and ${amounts.join()} is captured`)
    }
    if (status === "settled" && captures.length === 0) problems.push(`${external_id} is settled and not captured`)
    if (status === "settled" && (order_id === null || order_id !== story.orderId)) {
      problems.push(`${external_id} is settled on ${order_id}, and the order is ${story.orderId}`)
    }
  }
  return problems
}

/**
 * The order's ledger has an entry for each capture and each refund, and no other. Medusa's summary has the same sums,
 * except that a credit at the same time as a capture may lose the capture until the next job runs.
 */
export function ledgerIsRight({ order, payments, story }: Facts): string[] {
  if (!order) return []
  const captures = payments.flatMap((one) => one.captures)
  // When Medusa cancels an order, the ledger's entry names the payment and not its refund.
  const refunds = payments.flatMap(({ id, refunds: own }) => own.map((one) => ({ ...one, payment: id })))
  const problems: string[] = []
  const compare = (reference: string, sign: 1 | -1, booked: readonly (Entry & { payment?: string })[]) => {
    const entries = order.ledger.filter((entry) => entry.reference === reference)
    const isOf = (name: string, one: (typeof booked)[number]) => name === one.id || name === one.payment
    const missing = booked.filter(
      (one) => !entries.some(({ of, minor }) => isOf(of, one) && isSame(minor, sign * one.minor)),
    )
    if (missing.length > 0) problems.push(`a ${reference} of ${amounts(missing)} is not in the order's ledger`)
    if (entries.length > booked.length)
      problems.push(`the ledger has ${amounts(entries)} as ${reference}, and there is ${amounts(booked)}`)
  }
  compare("capture", 1, captures)
  compare("refund", -1, refunds)
  if (story.captureMayBeLost) return problems
  if (!isSame(order.paid, total(captures)))
    problems.push(`the order says ${order.paid} is paid, and ${total(captures)} is`)
  if (!isSame(order.refunded, total(refunds))) {
    problems.push(`the order says ${order.refunded} went back, and ${total(refunds)} did`)
  }
  const owes = order.total - total(captures) + total(refunds)
  if (!isSame(order.owes, owes)) problems.push(`the order says that it owes ${order.owes}, and it owes ${owes}`)
  return problems
}

/** Each of Medusa's refunds of our payments belongs to a recorded payout. */
export function refundsArePayouts({ rows, payments, payouts }: Facts): string[] {
  const ours = payments.filter(({ provider }) => provider === CRYPTO_PROVIDER)
  const problems = ours.flatMap(({ id, refunds }) =>
    refunds
      .filter(
        ({ payout, minor }) => !payouts.some((one) => one.id === payout && one.amount_minor === String(whole(minor))),
      )
      .map(({ minor }) => `Medusa says that ${minor} of ${id} went back, and nobody recorded it`),
  )
  for (const { id, external_id } of rows) {
    const captured = ours.filter(({ externalId, captures }) => externalId === external_id && captures.length > 0)
    const recorded = payouts.filter(({ payment_id }) => payment_id === id)
    const sum = recorded.reduce((all, { amount_minor }) => all + Number(amount_minor), 0)
    const refunded = total(captured.flatMap(({ refunds }) => refunds))
    if (captured.length > 0 && sum !== whole(refunded)) {
      problems.push(`of ${external_id} ${sum} is recorded as sent back, and ${refunded} in Medusa`)
    }
  }
  return problems
}

/** Acts of admins that change what an order owes or has received. */
const CHANGES_WHAT_IS_OWED: ReadonlySet<ActName> = new Set([
  ...(["edit up", "edit down", "credit", "pay by hand", "return", "exchange", "claim", "send back"] as const),
  ...(["request return", "receive return"] as const),
])

/** No order gets more money than it owes, unless an attention item is open or an admin's act has just caused it. */
export function holdsNoMoreThanOwed(facts: Facts): string[] {
  const { rows, step, story, order } = facts
  const surplus = surplusOf(facts)
  if (surplus <= story.before.surplus) return []
  if (step.some(({ do: name }) => CHANGES_WHAT_IS_OWED.has(name))) return []
  if (rows.some(({ attention_reason }) => attention_reason !== null)) return []
  return [`the order of ${order?.total} holds ${surplus} more than it owes, and nobody is told`]
}

/** The money of an order that was canceled after it was paid is in attention until it is paid out or closed. */
export function canceledIsPaidOut({ rows, order, payments }: Facts): string[] {
  if (!order?.canceled) return []
  const held = (id: string): number => {
    const own = payments.filter(({ externalId, provider }) => externalId === id && provider === CRYPTO_PROVIDER)
    return total(own.flatMap(({ captures }) => captures)) - total(own.flatMap(({ refunds }) => refunds))
  }
  return rows
    .filter((row) => row.status === "settled" && row.attention_reason !== "payout_due" && row.closed_at === null)
    .filter(({ external_id }) => whole(held(external_id)) > 0)
    .map(({ external_id }) => `${external_id} was captured on a canceled order, and nobody is told`)
}

/** `order_paid_otherwise` is only given if the order was really paid another way. */
export function toldTwiceOnlyOfTwo({ rows, payments, order, story, step }: Facts): string[] {
  const told = rows.filter(({ attention_reason }) => attention_reason === "order_paid_otherwise")
  return told.flatMap(({ external_id }) => {
    const own = payments.filter(({ externalId, captures }) => externalId === external_id && captures.length > 0)
    if (own.length > 0) return [`${external_id} is captured, and somebody is told that it came twice`]
    // Checked only when the reason is new, because the order may owe more later.
    if (story.before.reasons.get(external_id) === "order_paid_otherwise") return []
    if (!order) return [`${external_id} is said to have come twice, and there is no order`]
    // Authorized by another provider, but not captured yet.
    const promised = payments.filter(
      ({ canceled, captures, provider }) => !canceled && captures.length === 0 && provider !== CRYPTO_PROVIDER,
    )
    const outstanding = outstandingOf(order)
    const owed = Math.min(outstanding, story.before.owed ?? outstanding) - total(promised)
    if (owed < 1 || step.filter(isOffice).length > 0) return []
    return [`${external_id} is said to have come twice, and the order still owes ${order.owes}`]
  })
}

/** Each payment on a collection of the order has the order's id. */
export const knowsItsOrder = ({ rows, order }: Facts): string[] =>
  order === null
    ? []
    : rows
        .filter(({ order_id }) => order_id !== order.id)
        .map(({ external_id, order_id }) => `${external_id} of order ${order.id} says that its order is ${order_id}`)

/** Nobody is told that an order is overpaid by less than one minor unit, or by goods that are not back. */
export const onlyWholeUnitsAreOverpaid = (facts: Facts): string[] =>
  facts.story.unannounced || facts.story.captureMayBeLost || surplusOf(facts) > 0
    ? []
    : facts.rows
        .filter(({ attention_reason }) => attention_reason === "order_overpaid")
        .map(
          ({ external_id, attention_detail }) => `${external_id} is overpaid by ${attention_detail}, which it is not`,
        )

/**
 * A cart becomes an order only for what it costs: what was captured for it by then is its total, or nothing. An order
 * that was placed for an unpaid quote of its price may take older money as a part right afterwards.
 */
export function placedOnlyForItsPrice({ order, payments, story, step, rows }: Facts): string[] {
  if (!order || !story.cart || story.before.owed !== null || step.some(isOffice)) return []
  if (rows.some(({ confirmed_at, amount_minor }) => confirmed_at && Number(amount_minor) === whole(order.total)))
    return []
  const captured = total(payments.flatMap(({ captures }) => captures))
  return captured > 0 && captured < order.total
    ? [`the order of ${order.total} was placed with ${captured} captured`]
    : []
}

/** An order that still owes something says so to the shopper who paid a part of it. */
export function owesNothingInSilence({ order, rows, views, payments }: Facts): string[] {
  if (!order || order.canceled) return []
  const owed = outstandingOf(order)
  if (owed <= 0) return []
  // What another provider authorized is not asked for, and what was sent back may be what is owed.
  const isUnclear = payments.some(
    ({ canceled, captures, refunds }) => refunds.length > 0 || (!canceled && captures.length === 0),
  )
  if (isUnclear) return []
  return rows
    .filter(({ id, status }) => status === "settled" && views.get(id)?.outstanding?.minor !== owed)
    .map(({ external_id }) => `${external_id} is settled, the order owes ${owed}, and its page does not say so`)
}

/**
 * When an order is placed, it has the discount for paying in crypto if, and only if, crypto pays it. Later the order keeps its
 * price, and a plugin that completes a cart with Medusa's workflow must see to its promotions.
 */
export function discountedIfPaidInCrypto({ order, orders, story, step, sessions, payments }: Facts): string[] {
  const isNew = order && orders.length > 0 && story.before.owed === null
  if (!isNew || story.atOnce || step.some((act) => act.do === "complete elsewhere")) return []
  const byCrypto = [...sessions, ...payments].some(({ provider }) => provider === CRYPTO_PROVIDER)
  const has = order.codes.includes(CRYPTO_CODE)
  if (has && !byCrypto) return [`order ${order.id} has the discount, and crypto does not pay it`]
  return !has && byCrypto && story.promised && !order.credited ? [`order ${order.id} lacks its discount`] : []
}

/** Statuses of sessions in which Medusa still waits for money. */
const OPEN = ["pending", "requires_more", "pending_authorization"]

/** The storefront API shows no address that is not owed. */
export const tokensShowWhatIsOwed = (facts: Facts): string[] =>
  facts.rows.flatMap((row) => {
    const why = notOwed(facts, row)
    return facts.views.get(row.id)?.address && why ? [complaint(row, "the page", why)] : []
  })

/** The address of an open cart's payment is shown only for what the cart costs now. */
export const cartsShowTheirPrice = ({ rows, views, cartCosts }: Facts): string[] =>
  rows.flatMap((row) =>
    cartCosts !== null && views.get(row.id)?.address && Number(row.amount_minor) !== cartCosts
      ? [complaint(row, "the page", `the cart costs ${cartCosts}`)]
      : [],
  )

/**
 * Medusa's sessions show no address that is not owed. Excepted are changes without an event, which the next sweep
 * finds, and sessions of a connection that is gone, which Medusa cannot change without the provider.
 */
export const sessionsShowWhatIsOwed = (facts: Facts): string[] =>
  (facts.story.unannounced || !facts.story.connected ? [] : facts.rows).flatMap((row) => {
    const why = notOwed(facts, row)
    if (!why || facts.order?.canceled || row.status !== "awaiting_payment" || row.quote_expires_at < new Date())
      return []
    const session = facts.sessions.find(
      ({ provider, status, data }) =>
        provider === CRYPTO_PROVIDER && OPEN.includes(status) && data.payment_id === row.external_id && data.address,
    )
    return session ? [complaint(row, "the session", why)] : []
  })

/** An amount that this step asks for was owed before the step. A new price asks for all that is owed. */
export function answersAskForWhatIsOwed(facts: Facts): string[] {
  const { story, step, rows } = facts
  const { owed, reached } = story.before
  if (owed === null || step.length > 1) return []
  const isRenewal = step.some(({ do: name }) => name === "renew")
  return rows
    .filter(({ token, status }) => story.given.includes(token) && status === "awaiting_payment")
    .filter(({ amount_minor, external_id }) => {
      const asked = Number(amount_minor)
      return asked > owed || (isRenewal && !reached.has(external_id) && asked !== owed)
    })
    .map((row) => complaint(row, "an answer", `the order owed ${owed}`))
}

/** The order of the states. A payment never goes back to a lower one. */
const PROGRESS: Record<PaymentState, number> = {
  ...{ awaiting_payment: 0, expired: 1, completed: 2, attention: 3, settled: 4, closed: 4 },
}

/** Nothing paid is lost: a shown address is watched, and a known payment ends settled or in attention. */
export const nothingIsLost = ({ rows, story }: Facts): string[] =>
  rows.flatMap((row) => {
    const name = `payment ${row.external_id}, ${row.status},`
    const problems: string[] = []
    const paidByUs = isPaid(row.status)
    if (paidByUs && !story.paid.has(row.external_id)) problems.push(`${name} was never paid`)
    if (!paidByUs && story.told.has(row.external_id)) problems.push(`${name} is paid and its event was answered 200`)
    if (!paidByUs && row.next_check_at === null) problems.push(`${name} is watched no more`)
    if (row.status === "completed" && row.next_check_at === null) problems.push(`${name} is never tried again`)
    if (row.status === "attention") {
      if (!row.attention_reason) problems.push(`${name} gives no reason`)
      const retried = RETRIED_REASONS.has(row.attention_reason as AttentionReason)
      if (retried && row.next_check_at === null && !goesBack(row))
        problems.push(`${name} is not retried for ${row.attention_reason}`)
    }
    const before = story.before.reached.get(row.external_id)
    if (before && PROGRESS[row.status] < PROGRESS[before]) problems.push(`${name} was ${before} before`)
    return problems
  })

const CLOSE_WATCH_MINUTES = 15
const FOUND_WITHIN_MINUTES = 2

/** While a quote is valid and for 15 minutes after, lookups find the money of a lost event within two minutes. */
export const lostEventsAreMadeGood = (facts: Facts): string[] =>
  facts.rows.flatMap((row) => {
    const waited = waitedFor(facts, row)
    return waited === null || isPaid(row.status) || waited < FOUND_WITHIN_MINUTES
      ? []
      : [`payment ${row.external_id} was paid ${waited} minutes ago, and no look found it`]
  })

/** Minutes in which sweeps could have found the money; null if none had to. */
function waitedFor({ shop, story }: Facts, row: PaymentRow): number | null {
  const paidAt = story.paid.get(row.external_id)
  const { sweptAt, answeredSince } = story
  if (paidAt === undefined || sweptAt === null || !story.connected) return null
  if (!accountNow(shop, story).payment(row.external_id)) return null
  const watchedUntil = row.quote_expires_at.getTime() + CLOSE_WATCH_MINUTES * 60_000
  return minutesFromNow(sweptAt).getTime() < watchedUntil ? sweptAt - Math.max(paidAt, answeredSince) : null
}

/** Test money settles nothing in a live shop, unless the order was placed in test mode. */
export const testMoneyBuysNothing = ({ rows, story }: Facts): string[] =>
  story.mode !== "live" || story.placedIn === "test"
    ? []
    : rows
        .filter(({ test_mode, status }) => test_mode && status === "settled")
        .filter(({ external_id }) => story.before.reached.get(external_id) !== "settled")
        .map(({ external_id }) => `${external_id} is test money, and is settled in a live shop`)
