import type { PaymentRow } from "../../../../src/modules/crypto-payments/stores/rows"
import type { Sandbox } from "../../../../src/sandbox"
import type { startLiveService } from "../../../support/live-service"
import type { Shop } from "../../../support/medusa"
import type { Cart } from "../../../support/store"
import type { Origin } from "./acts"
import { draftOrder } from "./draft-order"
import type { LosableConnection } from "./losable-connection"
import { pricedCart } from "./priced-carts"
import type { ThrowingHook } from "./throwing-hook"

/** A shop with everything that a story may need. */
export type ModelShop = Shop & {
  orderPlacement: "checkout" | "payment"
  /** The store's live account at the service. */
  live: Awaited<ReturnType<typeof startLiveService>>
  hook: ThrowingHook
  /** Medusa's plugin for gift cards and store credit is installed. */
  withCredit: boolean
  connection: LosableConnection
}

export const CHOICES = [{ asset: "BTC" }, { asset: "DOGE" }, { asset: "USDC", chain: "base" }] as const

/** The state of a story of one order, from its cart or draft on. Times are minutes of the story's clock. */
export type Story = {
  email: string
  /** In lower case, as Medusa has it. */
  currency: string
  cart: Cart | null
  /** True if the cart was deleted. `cart` still holds it. */
  deletedCart?: boolean
  choice: (typeof CHOICES)[number]
  orderId: string | null
  /** True while the order is a draft. */
  isDraft?: boolean
  /** Every payment collection of the cart and of the order, oldest first. */
  collections: string[]
  /** Payments at the service that were shown, oldest first. */
  shown: string[]
  /** Time of each payment. */
  paid: Map<string, number>
  /** Payments whose event was answered 200. */
  told: Set<string>
  /** Minutes that the sweeps' clock is ahead of now. */
  ahead: number
  /** Time of the last sweep that reached the service. */
  sweptAt: number | null
  /** Time since which the store's present service account answers. */
  answeredSince: number
  mode: "test" | "live"
  /** The mode in which the order was placed. */
  placedIn: "test" | "live" | null
  connected: boolean
  /** The store has a price for paying in crypto. */
  priced?: boolean
  /** The shopper last opened the crypto payment step, while there was such a price. */
  promised?: boolean
  /** The job for unpaid orders ran before the order was placed, with a clock ahead of the shopper's. */
  judgedEarly?: boolean
  /** Since the last sweep something changed for which Medusa emits no event. */
  unannounced?: boolean
  /** Since the last sweep a credit was written at the same time as other acts, so Medusa's summary may lack a capture. */
  captureMayBeLost?: boolean
  /** Other acts run at the same time. */
  atOnce: boolean
  /** Number of acts that run now. */
  acting: number
  /** Tokens that the step's answers showed as payable. */
  given: string[]
  /** The values of the last step, for the rules. */
  before: Memory
  /** Medusa's payments of the story when the step began. */
  paymentsBefore: number
}

export type Memory = {
  /** Status and attention reason of each payment's row. */
  reached: Map<string, PaymentRow["status"]>
  reasons: Map<string, string | null>
  /** Money above what the order costs, in whole minor units. */
  surplus: number
  /** What the order owed, in whole minor units; null without an order. */
  owed: number | null
}

export async function begin(shop: ModelShop, email: string, origin: Origin): Promise<Story> {
  const story: Story = {
    ...{ email, currency: "usd", cart: null, choice: CHOICES[0], orderId: null, mode: "test", placedIn: null },
    ...{ connected: true, atOnce: false, acting: 0, ahead: 0, sweptAt: null, answeredSince: 0 },
    ...{ collections: [], shown: [], paid: new Map(), told: new Set(), given: [], paymentsBefore: 0 },
    before: { reached: new Map(), reasons: new Map(), surplus: 0, owed: null },
  }
  if (origin === "cart") return { ...story, cart: await shop.store.makeCart({ email, quantity: 2 }) }
  if (origin !== "draft order") {
    const cart = await pricedCart(shop, origin, email)
    return { ...story, cart, currency: cart.currency }
  }
  return { ...story, orderId: await draftOrder(shop, email), isDraft: true, placedIn: "test" }
}

/** The account at the service to which a payment belongs. */
export const accountOf = (shop: ModelShop, id: string): Sandbox =>
  shop.live.sandbox.payment(id) ? shop.live.sandbox : shop.sandbox

/** The account to which the shop's keys belong now. */
export const accountNow = (shop: ModelShop, { mode }: Story): Sandbox =>
  mode === "live" ? shop.live.sandbox : shop.sandbox
