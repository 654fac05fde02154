import type { PaymentRow } from "../../../../src/modules/crypto-payments/stores/rows"
import type { Sandbox } from "../../../../src/sandbox"
import type { Shop } from "../../../support/medusa"
import type { Cart } from "../../../support/store"
import type { Origin } from "./acts"
import { draftOrder } from "./draft-order"
import type { LiveAccount } from "./live-account"
import type { LosableConnection } from "./losable-connection"
import type { ThrowingHook } from "./throwing-hook"

/** A shop with everything that a story may meet. */
export type ModelShop = Shop & {
  orderPlacement: "checkout" | "payment"
  live: LiveAccount
  hook: ThrowingHook
  connection: LosableConnection
}

export const CHOICES = [{ asset: "BTC" }, { asset: "DOGE" }, { asset: "USDC", chain: "base" }] as const

/** What becomes of one order, from its cart or its draft on, and what is known of it. Times are minutes of the story's clock. */
export type Story = {
  email: string
  cart: Cart | null
  /** The cart as it was before somebody deleted it. */
  deletedCart: boolean
  choice: (typeof CHOICES)[number]
  orderId: string | null
  /** A draft order is no order yet. */
  isDraft: boolean
  /** Every payment collection of the cart and of the order, oldest first. */
  collections: string[]
  /** Payments at the service that were shown, oldest first. */
  shown: string[]
  /** When each was paid. */
  paid: Map<string, number>
  /** Those whose event was answered 200. */
  told: Set<string>
  /** How far the sweeps' clock has come, in minutes from now. */
  ahead: number
  /** The clock of the last sweep that reached the service. */
  sweptAt: number | null
  /** Since when the service that the store asks has answered. */
  answeredSince: number
  mode: "test" | "live"
  /** The mode in which the order was placed. */
  placedIn: "test" | "live" | null
  connected: boolean
  /** Somebody looked for unpaid orders while there was none, by a clock that runs ahead of the shopper's. */
  judgedEarly: boolean
  /** Since the last sweep something changed that Medusa announces to nobody. */
  unannounced: boolean
  /** Somebody else is acting at this moment. */
  atOnce: boolean
  /** How many are. */
  acting: number
  /** Tokens of what the step's answers showed as payable. */
  given: string[]
  /** What the rules remember of the last step. */
  before: Memory
}

export type Memory = {
  /** The furthest that each payment's row has come, and why a person must look at it. */
  reached: Map<string, PaymentRow["status"]>
  reasons: Map<string, string | null>
  /** What the order held beyond what it owed, in minor units. */
  surplus: number
  /** What the order owed, in minor units; null without an order. */
  owed: number | null
}

const STARTS = {
  choice: CHOICES[0],
  acting: 0,
  ahead: 0,
  sweptAt: null,
  answeredSince: 0,
  mode: "test",
  placedIn: null,
} as const
const FLAGS = {
  deletedCart: false,
  isDraft: false,
  connected: true,
  judgedEarly: false,
  unannounced: false,
  atOnce: false,
}

export async function begin(shop: ModelShop, email: string, origin: Origin): Promise<Story> {
  const story: Story = {
    ...{ email, cart: null, orderId: null, collections: [], shown: [], paid: new Map(), told: new Set(), given: [] },
    ...{ ...STARTS, ...FLAGS },
    before: { reached: new Map(), reasons: new Map(), surplus: 0, owed: null },
  }
  if (origin === "cart") return { ...story, cart: await shop.store.makeCart({ email, quantity: 2 }) }
  return { ...story, orderId: await draftOrder(shop, email), isDraft: true, placedIn: "test" }
}

/** The account at the service that asked for a payment. */
export const accountOf = (shop: ModelShop, id: string): Sandbox =>
  shop.live.sandbox.payment(id) ? shop.live.sandbox : shop.sandbox

/** The account that the shop's keys belong to now. */
export const accountNow = (shop: ModelShop, { mode }: Story): Sandbox =>
  mode === "live" ? shop.live.sandbox : shop.sandbox
