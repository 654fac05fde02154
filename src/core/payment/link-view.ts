import { type OfferedAsset, providerIdOf } from "../assets/choices"
import { type FiatAmount, minorToMajor } from "../money/units"
import type { ShopperState } from "./shopper-state"
import type { ShopperView } from "./shopper-view"

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
    amount: isOpen ? { ...outstanding, display: minorToMajor(outstanding) } : null,
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
  paid_out_at: null,
  payouts: [],
  outstanding: null,
})
