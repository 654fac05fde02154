import type { AccountMatch } from "../../connection/account"
import type { FiatAmount } from "../../money/units"
import type { ShopperState } from "../shopper-answer"
import { type AroundPayment, payoutPageUrl, payUrl, shopperView, type ViewedPayment } from "../shopper-view"

const NOW = new Date("2026-03-01T12:00:00Z")
const at = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000)

const ROW = {
  connection_id: "default",
  status: "awaiting_payment",
  confirmations: 0,
  seen_at: null,
  closed_at: null,
  completed_at: null,
  attention_reason: null,
  asset: "BTC",
  chain: "bitcoin",
  address: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
  uri: "bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx?amount=0.0004",
  pay_amount_base: "40000",
  decimals: 8,
  amount_minor: "2550",
  currency: "USD",
  rate: "63750.00",
  quote_expires_at: at(10),
  test_mode: true,
  superseded_at: null,
  goes_back_at: null,
  status_unknown: false,
} satisfies ViewedPayment

const CONTRACT = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
const PAYEE = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
/** USDC on Base Sepolia, with the numbers of `wallet-payment.spec.ts`. */
const TOKEN = {
  ...{ asset: "USDC", chain: "base", address: PAYEE, pay_amount_base: "25510000", decimals: 6 },
  uri: `ethereum:${CONTRACT}@84532/transfer?address=${PAYEE}&uint256=25510000`,
} as const

const view = (change: Partial<ViewedPayment> = {}, orderDisplayId: number | null = null) =>
  shopperView({ ...ROW, ...change }, { orderDisplayId }, NOW, "same")

const owed = (minor: number, currency = "USD"): FiatAmount => ({ minor, currency })

describe("a shopper's view of a payment", () => {
  it("has the fields that are needed to pay, and no others", () => {
    expect(view({ id: "cpay_1", external_id: "pay_1", token: "t", session_id: "s" } as never)).toEqual({
      ...{
        provider_id: "pp_crypto_default",
        status: "waiting",
        state: "waiting",
        confirmations: 0,
        asset: "BTC",
        chain: "bitcoin",
      },
      ...{ address: ROW.address, uri: ROW.uri, wallet: null },
      pay_amount: { base: "40000", asset: "BTC", decimals: 8, display: "0.0004" },
      amount: { minor: 2550, currency: "USD", display: "25.50" },
      rate: "63750.00",
      quote_expires_at: "2026-03-01T12:10:00.000Z",
      server_time: "2026-03-01T12:00:00.000Z",
      next_poll_seconds: 2.5,
      ...{ order: null, receipt: null, goes_back_at: null, sent_back_at: null, payouts: [], outstanding: null },
      test_mode: true,
    })
  })

  it("shows each amount that was sent back, and says when it was all, is then finished, and stops polling", () => {
    const payout = (amount_minor: string, chain: string, minute: number) => ({
      ...{ created_at: at(minute), amount_minor, sent_base: "24000", asset: "BTC", chain, transaction_id: chain },
    })
    const part = payout("1550", "bitcoin", -2)
    for (const status of ["closed", "attention"] as const) {
      const row = { ...ROW, status, attention_reason: "partly_paid_out" }
      const withPayouts = (...payouts: object[]) =>
        shopperView(row, { orderDisplayId: null, payouts } as AroundPayment, NOW, "same")
      const first = {
        amount: { minor: 1550, currency: "USD", display: "15.50" },
        sent: { base: "24000", asset: "BTC", decimals: 8, display: "0.00024" },
        at: at(-2).toISOString(),
        transaction: { id: "bitcoin", explorer_url: "https://mempool.space/testnet/tx/bitcoin" },
      }
      expect(withPayouts(part)).toMatchObject({ state: "held", sent_back_at: null, payouts: [first] })
      expect(withPayouts(payout("2550", "bitcoin", -2))).toMatchObject({ state: "sentBack", sent_back_at: first.at })
      expect(withPayouts(part, payout("1000", "dogecoin", -1))).toMatchObject({
        ...{ status: "paid", state: "sentBack", sent_back_at: at(-1).toISOString(), next_poll_seconds: null },
        payouts: [first, { amount: { minor: 1000 }, transaction: { id: "dogecoin", explorer_url: null } }],
      })
    }
  })

  it.each<[string, Partial<ViewedPayment>, string | null]>([
    ["the time when money was first seen", { seen_at: at(-3) }, at(-3).toISOString()],
    ["the time when it was paid", { status: "settled", seen_at: at(-3), completed_at: at(-1) }, at(-1).toISOString()],
    ["no time if none is known", { confirmations: 1 }, null],
  ])("has a receipt with %s", (_, row, time) => {
    const explorer_url = `https://mempool.space/testnet/address/${ROW.address}`
    expect(view(row)).toMatchObject({ address: null, receipt: { address: ROW.address, explorer_url, time } })
  })

  const expired = { status: "expired", quote_expires_at: at(-1) } as const
  const held = (attention_reason: string) => ({ status: "attention", attention_reason }) as const

  /** Only a waiting payment has an address. */
  it.each<[string, Partial<ViewedPayment>, number | null, ShopperState, number | null]>([
    ["waits while its quote is valid", {}, null, "waiting", 2.5],
    ["waits on a placed order", {}, 7, "waiting", 2.5],
    ["is seen before its first confirmation", { seen_at: at(-1) }, null, "confirming", 2.5],
    ["is seen after its quote expired", { ...expired, seen_at: at(-2) }, null, "confirming", 2.5],
    ["confirms", { confirmations: 1 }, null, "confirming", 2.5],
    ["confirms after its quote expired", { ...expired, confirmations: 1 }, null, "confirming", 2.5],
    ["confirms after it was replaced", { confirmations: 2, superseded_at: at(-1) }, null, "confirming", 2.5],
    ["expires at this moment", { quote_expires_at: NOW }, null, "expired", 15],
    ["expired a minute ago", expired, null, "expired", 15],
    ["is marked as expired before its quote ends", { status: "expired" }, null, "expired", 15],
    ["was replaced", { superseded_at: at(-1) }, null, "expired", 15],
    ["is completed and has no order yet", { status: "completed" }, null, "arrived", 2.5],
    ["is completed and not yet settled on its order", { status: "completed" }, 7, "arrived", 2.5],
    ["is settled", { status: "settled" }, 7, "paid", null],
    ["is settled on an order that is gone", { status: "settled" }, null, "unfinished", null],
    ["was for a draft that is deleted", { status: "settled", attention_reason: "payout_due" }, null, "held", 60],
    ["came for a cart that was deleted", held("no_order"), null, "held", 60],
    ["waits for a person and is not retried", held("amount_differs"), null, "unfinished", 60],
    ["is retried and has an order", held("settling_failed"), 7, "held", 60],
    ["came after its order owed nothing", held("order_paid_otherwise"), 7, "held", 60],
    ["must be paid back", { status: "settled", attention_reason: "payout_due" }, 7, "paid", 60],
    ["was closed by a person without an order", { status: "closed" }, null, "held", null],
    ["goes back without an order", { ...held("no_order"), goes_back_at: NOW }, null, "held", 60],
    ["was closed by a person although it has an order", { status: "closed" }, 7, "held", null],
    ["was paid after it was replaced", { status: "settled", superseded_at: at(-1) }, 7, "paid", null],
  ])("has the right state, address and polling if the payment %s", (_, change, orderDisplayId, state, poll) => {
    const seen = view(change, orderDisplayId)
    expect(seen).toMatchObject({ state, next_poll_seconds: poll, sent_back_at: null })
    expect(seen.status).toBe(/waiting|confirming|expired/.test(state) ? state : "paid")
    expect([seen.address !== null, seen.uri !== null]).toEqual(Array(2).fill(state === "waiting"))
    expect(view({ ...TOKEN, ...change }, orderDisplayId).wallet !== null).toBe(state === "waiting")
    expect(seen.order).toEqual(orderDisplayId === null ? null : { display_id: orderDisplayId })
  })

  const gone = "connection_gone"
  const seen = { confirmations: 1 }
  const isPaid = { outstanding: null }
  const toCancel = { orderCanceled: true }

  it.each<[string, Partial<ViewedPayment>, Partial<AroundPayment>, AccountMatch, ShopperState]>([
    ["is asked for if nobody knows what the order owes", {}, {}, "same", "waiting"],
    ["is asked for while the order owes it", {}, { outstanding: owed(2550) }, "same", "waiting"],
    ["is asked for while the order owes more", {}, { outstanding: owed(2551) }, "same", "waiting"],
    ["is not asked for once the order owes less", {}, { outstanding: owed(2549) }, "same", "expired"],
    ["is not asked for in another currency", {}, { outstanding: owed(2550, "EUR") }, "same", "expired"],
    ["is not asked for if nothing is owed", {}, isPaid, "same", "alreadyPaid"],
    ["is on its way to a paid order", seen, isPaid, "same", "confirming"],
    ["is not asked for by a canceled order", {}, toCancel, "same", "canceled"],
    ["is on its way to a canceled order", seen, toCancel, "same", "canceledSeen"],
    ["has paid a canceled order", { status: "attention" }, toCancel, "same", "canceledPaid"],
    ["is not asked for by another account", {}, {}, "other_account", "expired"],
    ["is not asked for by a test account in a live store", {}, {}, "test_money", "expired"],
    ["came after other money paid its order", held("order_paid_otherwise"), { paidByOther: true }, "same", "twice"],
    ["is held for another reason", held("amount_differs"), { paidByOther: true }, "same", "held"],
    ["is no longer owed and not settled yet", { status: "completed" }, isPaid, "same", "arrived"],
    [
      "is more than is owed and not settled yet",
      { status: "completed" },
      { outstanding: owed(2549) },
      "same",
      "arrived",
    ],
    ["is not asked for by a connection that lacks settings", expired, { asksNothing: true }, "same", "notNow"],
    ["is not asked for by a connection that is gone", {}, {}, gone, "notNow"],
    ["is on its way to a connection that is gone", seen, {}, gone, "confirming"],
  ])("whose money %s: %j %j %s", (_, change, order, match, state) => {
    const shown = shopperView({ ...ROW, ...change }, { orderDisplayId: 7, ...order }, NOW, match)
    expect(shown).toMatchObject({ state, order: { display_id: 7 } })
    expect([shown.address !== null, shown.uri !== null]).toEqual(Array(2).fill(state === "waiting"))
  })

  it.each<[string, Partial<ViewedPayment>, Partial<AroundPayment>, string | null]>([
    ["what its order owes besides it", { status: "settled" }, { outstanding: owed(1550) }, "15.50"],
    ["the same before its money is on the order", { status: "completed" }, { outstanding: owed(4100) }, "15.50"],
    ["nothing if it is all that the order owes", { status: "completed" }, { outstanding: owed(2550) }, null],
    ["nothing if the order owes nothing", { status: "settled" }, { outstanding: null }, null],
    ["nothing if a part was sent back", { status: "settled" }, { outstanding: owed(500), refunded: true }, null],
    ["nothing while a person must decide", { status: "attention" }, { outstanding: owed(4100) }, null],
    ["nothing before it is paid", {}, { outstanding: owed(4100) }, null],
  ])("shows as outstanding %s", (_, change, order, outstanding) => {
    const seen = shopperView({ ...ROW, ...change }, { orderDisplayId: 7, ...order }, NOW, "same")
    expect(seen.outstanding?.display ?? null).toBe(outstanding)
    expect(seen.state === "part").toBe(outstanding !== null)
  })

  it("says since when the shop knows where the money goes back to, until it is on an order", () => {
    const going = (status: "attention" | "settled") => view({ status, goes_back_at: NOW }, 7).goes_back_at
    expect([going("attention"), going("settled")]).toEqual([NOW.toISOString(), null])
  })

  it("shows nothing to pay if it does not understand the URI that an older release stored", () => {
    const uri = `${ROW.uri}&lightning=lnbc1`
    expect(view({ uri })).toMatchObject({ status: "expired", uri: null, address: null })
  })

  it("says that it was replaced only if another payment is shown or was paid", () => {
    const withdrawn = { ...ROW, superseded_at: at(-1) }
    expect(shopperView(withdrawn, { orderDisplayId: null, replaced: true }, NOW, "same").state).toBe("replaced")
    const gone = shopperView(ROW, { orderDisplayId: null, stepGone: true }, NOW, "same")
    expect(gone).toMatchObject({ state: "closed", address: null, uri: null })
  })

  it.each([
    [15, { status: "expired" }, 15, 300],
    [15, { status: "expired", confirmations: 1 }, 2.5, 15],
    [24 * 60, { status: "expired", confirmations: 1 }, 15, 300],
  ] as const)("polls less often from %i minutes after its quote expired, as %j", (minutes, change, before, then) => {
    const expired = (ms: number) => view({ ...change, quote_expires_at: new Date(at(-minutes).getTime() + ms) })
    expect([expired(1).next_poll_seconds, expired(0).next_poll_seconds]).toEqual([before, then])
  })

  it("shows amounts with the decimal places of the currency and the asset", () => {
    const yen = view({ amount_minor: "2550", currency: "JPY" })
    expect(yen.amount).toEqual({ minor: 2550, currency: "JPY", display: "2550" })
    const usdc = view({ asset: "USDC", chain: "base", pay_amount_base: "25501234", decimals: 6 })
    expect(usdc.pay_amount.display).toBe("25.501234")
  })
})

it.each([
  ["https://shop.example.com", "https://shop.example.com/crypto-payments/t0k"],
  ["https://shop.example.com/", "https://shop.example.com/crypto-payments/t0k"],
  ["https://shop.example.com/medusa//", "https://shop.example.com/medusa/crypto-payments/t0k"],
  [undefined, "/crypto-payments/t0k"],
])("the address of the pay page on %s is %s, and that of a payout's page is below it", (backendUrl, url) => {
  expect(payUrl("t0k", backendUrl)).toBe(url)
  expect(payoutPageUrl("t0k", backendUrl)).toBe(url.replace("t0k", "payouts/t0k"))
})
