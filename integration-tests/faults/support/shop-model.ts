import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { PaymentRow } from "../../../src/modules/crypto-payments/stores/rows"
import { cancelUnpaidOrders } from "../../../src/workflows/cancel-unpaid-orders"
import { sweep } from "../../../src/workflows/sweep"
import { expireQuote, minutesFromNow, rowOf } from "../../support/crypto-payments"
import { deliver } from "../../support/events"
import { HttpProblem } from "../../support/http"
import type { Shop } from "../../support/medusa"
import { knexOf, untilQuiet } from "../../support/module-rows"
import { shopperOf } from "../../support/shopper"
import type { Cart } from "../../support/store"
import { until } from "../../support/until"

export const CHOICES = [{ asset: "BTC" }, { asset: "DOGE" }, { asset: "USDC", chain: "base" }] as const

/** One thing that somebody does. `which` chooses among what there is, as a rest of dividing. */
export type Act =
  | { do: "initiate"; which: number }
  | { do: "reopen" | "complete" | "cancel" | "cancel unpaid" }
  | { do: "change cart"; which: number }
  | { do: "pay" | "pay late" | "deliver" | "duplicate" | "expire" | "renew"; which: number }
  | { do: "sweep"; minutes: number }

/** Everything that somebody can do. */
export const ACTS = [
  ...(["initiate", "reopen", "change cart", "pay", "pay late", "deliver", "duplicate", "expire"] as const),
  ...(["renew", "complete", "cancel", "cancel unpaid", "sweep"] as const),
] satisfies Act["do"][]

/** Several at the same time. */
export type Step = readonly Act[]

/** What one shopper, the service, the sweeps and the merchant do to one cart, and what is known of it. */
export type Story = {
  cart: Cart
  choice: (typeof CHOICES)[number]
  orderId: string | null
  /** Medusa's payment collection, once the payment step was opened. */
  collection: string | null
  /** Payments at the service that were shown, oldest first. */
  shown: string[]
  paid: Set<string>
  /** Those whose event was answered 200. */
  told: Set<string>
  /** How far the sweeps' clock has come, in minutes from now. */
  ahead: number
  /** The furthest that each payment's row has come. */
  reached: Map<string, PaymentRow["status"]>
}

export async function begin(shop: Shop, email: string): Promise<Story> {
  const cart = await shop.store.makeCart({ email })
  const lists = { shown: [], paid: new Set<string>(), told: new Set<string>(), reached: new Map() }
  return { cart, choice: CHOICES[0], orderId: null, collection: null, ahead: 0, ...lists }
}

/**
 * Does it where it can be done. What the store may refuse, it may; nothing may break.
 * @returns whether it could be done, and was not refused
 */
export async function perform(shop: Shop, story: Story, act: Act): Promise<boolean> {
  const one = "which" in act ? story.shown[act.which % Math.max(1, story.shown.length)] : undefined
  switch (act.do) {
    case "initiate":
      story.choice = CHOICES[act.which % CHOICES.length] as Story["choice"]
      return openSession(shop, story)
    case "reopen":
      return openSession(shop, story)
    case "change cart":
      if (story.orderId) return false
      return refusable(() => shop.store.changeQuantity(story.cart, 1 + (act.which % 3)))
    case "pay":
      if (!one || story.paid.has(one) || shop.sandbox.payment(one)?.status !== "awaiting_payment") return false
      return pay(one, "pay")
    case "pay late":
      return one !== undefined && !story.paid.has(one) && pay(one, "payLate")
    case "deliver":
      return one !== undefined && story.paid.has(one) && tell(one, 1)
    case "duplicate":
      return one !== undefined && story.paid.has(one) && tell(one, 3)
    case "expire":
      if (!one || story.paid.has(one)) return false
      await expireQuote(shop, one)
      return true
    case "renew":
      if (!one) return false
      return refusable(async () => shopperOf(shop).renew((await rowOf(shop.container, one)).token))
    case "complete":
      return refusable(async () => {
        const done = await shop.store.complete(story.cart)
        if (done.type === "order") story.orderId = done.orderId
      })
    case "cancel":
      return cancel()
    case "cancel unpaid":
      await cancelUnpaidOrders(shop.container, clock)
      return true
    case "sweep":
      story.ahead += act.minutes
      await sweep(shop.container, clock)
      return true
  }

  function clock(): Date {
    return minutesFromNow(story.ahead)
  }

  function pay(id: string, how: "pay" | "payLate"): true {
    shop.sandbox[how](id)
    story.paid.add(id)
    return true
  }

  async function tell(id: string, times: number): Promise<true> {
    const event = { id: `evt_${id}`, type: "payment.completed", data: { payment: { id } } }
    const answers = await Promise.all(Array.from({ length: times }, () => deliver(shop, event)))
    for (const { status } of answers) if (status !== 200) throw new Error(`the event was answered ${status}`)
    story.told.add(id)
    return true
  }

  async function cancel(): Promise<boolean> {
    if (!story.orderId) return false
    // Refused where it is canceled already.
    const { errors } = await cancelOrderWorkflow(shop.container).run({
      input: { order_id: story.orderId },
      throwOnError: false,
    })
    return errors.length === 0
  }
}

async function openSession(shop: Shop, story: Story): Promise<boolean> {
  if (story.orderId) return false
  return refusable(async () => {
    story.collection = (await shop.store.openSession(story.cart, story.choice)).collection
  })
}

/**
 * Medusa opens a payment step without a lock: whoever does while somebody else takes one of its sessions away is
 * answered 500, with any provider, and may try again. What both leave is held to the rules as always.
 */
export const isCrossed = (error: unknown): boolean =>
  error instanceof HttpProblem && error.body?.message === "Could not delete all payment sessions"

/** A refusal is an answer: the cart became an order, has no session, is being completed. A fault is none. */
async function refusable(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof HttpProblem) || error.status >= 500) throw error
    return false
  }
}

/** Waits until nobody is at work, and learns what came of it. */
export async function settleDown(shop: Shop, story: Story): Promise<void> {
  await untilQuiet(shop.container)
  const [orderId] = await shop.ordersOfCart(story.cart.id)
  if (orderId) story.orderId = orderId
  story.shown = (await rowsOf(shop, story)).map(({ external_id }) => external_id)
  await ledgerFollows(shop, story)
}

/** Medusa writes the order's ledger a moment after the capture. */
async function ledgerFollows(shop: Shop, { orderId }: Story): Promise<void> {
  if (!orderId) return
  await until("the ledger follows the captures", async () => {
    const { captures, transactions } = await shop.orderOf(orderId)
    return captures.length === transactions.filter(({ reference }) => reference === "capture").length
  })
}

/** Every payment row of the story's cart, oldest first, whatever became of its sessions. */
export const rowsOf = async (shop: Shop, { collection }: Story): Promise<PaymentRow[]> =>
  collection === null
    ? []
    : knexOf(shop.container)<PaymentRow>("crypto_payment")
        .where({ payment_collection_id: collection })
        .orderBy("created_at")
