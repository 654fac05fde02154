import { isPaid, isSeen } from "../../../../src/core/payment/lifecycle"
import type { PaymentRow } from "../../../../src/modules/crypto-payments/stores/rows"
import { expireQuote } from "../../../support/clock"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../../../support/constants"
import { rowOf } from "../../../support/crypto-payments"
import { isQuiet, knexOf } from "../../../support/module-rows"
import { shopperOf } from "../../../support/shopper"
import type { Cart } from "../../../support/store"
import { until } from "../../../support/until"
import { countPayments } from "./books"
import { convertDraft } from "./draft-order"
import { refusable, type WhyNot } from "./refusable"
import { accountNow, accountOf, CHOICES, type ModelShop, type Story } from "./story"

/** Opens the payment step with a chosen asset, on the cart or on the order's latest collection. */
export async function initiate(shop: ModelShop, story: Story, which: number): Promise<WhyNot> {
  if (!story.connected) return "the connection is gone"
  // The sandbox has tokens only on test networks, which a live store does not show, so a live store offers two assets.
  story.choice = CHOICES[which % (story.mode === "live" ? 2 : CHOICES.length)] as Story["choice"]
  const cart = openCart(story)
  if (!cart) return openOn(shop, story, story.collections.length - 1, CRYPTO_PROVIDER)
  return refusable(async () => {
    const promised = await isPriced(shop, story)
    const { collection, data } = await shop.store.openSession(cart, story.choice)
    story.promised = promised
    keepCollection(story, collection)
    story.given.push(data.token)
  })
}

/** The next session has the price for paying in crypto, unless money is there that was asked for at another price. */
async function isPriced({ container }: ModelShop, { priced, collections }: Story): Promise<boolean> {
  const payments = knexOf(container)<PaymentRow>("crypto_payment").whereIn("payment_collection_id", collections)
  return priced === true && !(await payments).some((payment) => isPaid(payment.status) || isSeen(payment))
}

/** Opens the payment step on any collection, at any time. */
export async function openOn(shop: ModelShop, story: Story, which: number, provider: string): Promise<WhyNot> {
  const collection = story.collections[which % Math.max(1, story.collections.length)]
  if (!story.connected || collection === undefined) return "there is no payment step"
  return refusable(async () => {
    const data = provider === MANUAL_PROVIDER ? {} : story.choice
    const path = `/store/payment-collections/${collection}/payment-sessions`
    const promised = provider !== MANUAL_PROVIDER && (await isPriced(shop, story))
    const { payment_collection } = await shop.store.post(path, { provider_id: provider, data })
    story.promised = promised
    const sessions: { provider_id: string; data?: { token?: string } }[] = payment_collection.payment_sessions
    for (const session of sessions) if (session.data?.token) story.given.push(session.data.token)
  })
}

/** The same at the moment when Medusa starts to capture. It counts as done even if it is refused. */
export async function reopenAtTheCapture(shop: ModelShop, story: Story, which: number): Promise<WhyNot> {
  const next = await until("a capture begins, or nobody else is at work", async () => {
    // Checked first, so that a capture that begins in between is noticed.
    const over = story.acting === 1 && (await isQuiet(shop.container))
    return (await countPayments(shop, story)) > story.paymentsBefore ? "captured" : over && "over"
  })
  if (next === "over") return "nothing is captured"
  await openOn(shop, story, which, CRYPTO_PROVIDER)
  return undefined
}

export async function changeCart(shop: ModelShop, story: Story, which: number): Promise<WhyNot> {
  const cart = openCart(story)
  if (!cart) return "there is no open cart"
  // Medusa would delete the session, and calls the provider for that, which is gone.
  if (!story.connected) return "the connection is gone"
  return refusable(() => shop.store.changeQuantity(cart, 1 + (which % 3)))
}

/** The shopper confirms the cart, or an admin converts the draft. */
export async function complete(shop: ModelShop, story: Story): Promise<WhyNot> {
  if (!story.connected) return "the connection is gone"
  const { cart, orderId } = story
  if (story.isDraft && orderId) {
    return refusable(async () => {
      await convertDraft(shop, orderId)
      story.isDraft = false
    })
  }
  if (!cart || story.deletedCart) return "there is no cart"
  const before = shop.hook.thrown()
  return refusable(
    async () => {
      const done = await shop.store.complete(cart)
      if (done.type === "order") story.orderId = done.orderId
    },
    () => shop.hook.thrown() > before,
  )
}

/** Completes the cart while the service gives no quote, so that an expired one cannot be replaced. */
export async function completeInVain(shop: ModelShop, story: Story): Promise<WhyNot> {
  const cart = openCart(story)
  if (!cart) return "there is no open cart"
  const account = accountNow(shop, story)
  account.interfere({ on: "create", status: 503, times: 10_000 })
  const refused = await refusable(
    () => shop.store.complete(cart),
    ({ body }) => body?.code === "service_unavailable",
  ).finally(account.clearFaults)
  return refused === undefined ? "no new quote was needed" : undefined
}

export async function renew(shop: ModelShop, story: Story, id: string): Promise<WhyNot> {
  return refusable(
    async () => {
      const { token } = await rowOf(shop.container, id)
      const renewed = await shopperOf(shop).renew(token)
      if (renewed.payment.address !== null) story.given.push(renewed.token)
    },
    // Without the connection the service cannot be asked for a price.
    ({ body }) => body?.code === "payment_method_unavailable" && !story.connected,
  )
}

export function pay(shop: ModelShop, story: Story, id: string, how: "pay" | "payLate"): WhyNot {
  const account = accountOf(shop, id)
  if (story.paid.has(id)) return "it is paid"
  if (how === "pay" && account.payment(id)?.status !== "awaiting_payment") return "its quote ran out"
  account[how](id)
  story.paid.set(id, story.ahead)
  return undefined
}

export async function expire({ container, ...shop }: ModelShop, story: Story, id: string): Promise<WhyNot> {
  if (story.paid.has(id)) return "it is paid"
  await expireQuote({ container, sandbox: accountOf({ container, ...shop }, id) }, id)
  return undefined
}

export const keepCollection = (story: Story, id: string): void => {
  if (!story.collections.includes(id)) story.collections.push(id)
}

const openCart = ({ cart, orderId, deletedCart }: Story): Cart | null => (orderId || deletedCart ? null : cart)
