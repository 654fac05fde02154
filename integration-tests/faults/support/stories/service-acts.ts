import { contextOf } from "../../../../src/workflows/context"
import { findChangedOrders } from "../../../../src/workflows/review-order/find-changed-orders"
import { sweep } from "../../../../src/workflows/sweep/sweep"
import { cancelUnpaidOrders } from "../../../../src/workflows/unpaid-orders/cancel-unpaid-orders"
import { minutesFromNow } from "../../../support/clock"
import { completed, deliver } from "../../../support/events"
import type { WhyNot } from "./refusable"
import { accountNow, type ModelShop, type Story } from "./story"

const clockOf = (story: Story) => (): Date => minutesFromNow(story.ahead)

/**
 * Leases work only if all use the same clock. Medusa's lock of a cart works even with different clocks, but an order's
 * collection has no such lock: there a sweep at the same time as other acts uses their clock.
 */
const sweepClockOf = (story: Story): (() => Date) => {
  const isLocked = story.cart !== null && !story.deletedCart && story.collections.length === 1
  return isLocked || !story.atOnce ? clockOf(story) : () => new Date()
}

/** Delivers the event of a payment `times` times at once. */
export async function tell(shop: ModelShop, story: Story, id: string, times: number): Promise<WhyNot> {
  if (!story.paid.has(id)) return "it is not paid"
  const answers = await Promise.all(Array.from({ length: times }, () => deliver(shop, completed(id))))
  // Without the connection in the config, the webhook's address does not exist.
  const expected = story.connected ? 200 : 404
  for (const { status } of answers) if (status !== expected) throw new Error(`the event was answered ${status}`)
  if (!story.connected) return "the connection is gone"
  story.told.add(id)
  return undefined
}

/** If time passes, the job that reviews changed orders runs too. */
export async function sweepAfter(shop: ModelShop, story: Story, minutes: number): Promise<undefined> {
  story.ahead += minutes
  await sweep(contextOf(shop.container, sweepClockOf(story)))
  // At the same time as other acts, the sweep may run before them, or with another clock.
  if (!story.atOnce) story.sweptAt = story.ahead
  if (minutes === 0) return undefined
  await findChangedOrders(contextOf(shop.container))
  story.unannounced &&= story.atOnce
  story.captureMayBeLost &&= story.atOnce
  return undefined
}

/** A sweep while the service answers 503 to every lookup. */
export async function sweepInVain(shop: ModelShop, story: Story, minutes: number): Promise<undefined> {
  const account = accountNow(shop, story)
  account.interfere({ on: "lookup", status: 503, times: 10_000 })
  try {
    story.ahead += minutes
    await sweep(contextOf(shop.container, sweepClockOf(story)))
  } finally {
    account.clearFaults()
    story.answeredSince = story.ahead
  }
  return undefined
}

export async function cancelUnpaid(shop: ModelShop, story: Story): Promise<undefined> {
  story.judgedEarly ||= story.orderId === null
  await cancelUnpaidOrders(contextOf(shop.container, clockOf(story)))
  return undefined
}
