import { CRYPTO_PROVIDER } from "../../../../support/constants"
import { type Entry, total } from "../books"
import type { Facts } from "../facts"
import { isSame, whole } from "../minor-units"

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
