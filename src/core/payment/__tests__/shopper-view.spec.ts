import type { FiatAmount } from "../../money/units"
import { shopperView, type ViewedPayment } from "../shopper-view"

const NOW = new Date("2026-03-01T12:00:00Z")
const at = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000)

const ROW = {
  connection_id: "default",
  status: "awaiting_payment",
  confirmations: 0,
  seen_at: null,
  completed_at: null,
  attention_reason: null,
  asset: "BTC",
  chain: "bitcoin",
  address: "tb1qexample",
  uri: "bitcoin:tb1qexample?amount=0.0004",
  pay_amount_base: "40000",
  decimals: 8,
  amount_minor: "2550",
  currency: "USD",
  rate: "63750.00",
  quote_expires_at: at(10),
  test_mode: true,
  superseded_at: null,
} satisfies ViewedPayment

const CONTRACT = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
const PAYEE = "0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359"
/** USDC on Base Sepolia, with the numbers of `wallet-payment.spec.ts`. */
const TOKEN = {
  ...{ asset: "USDC", chain: "base", address: PAYEE, pay_amount_base: "25510000", decimals: 6 },
  uri: `ethereum:${CONTRACT}@84532/transfer?address=${PAYEE}&uint256=25510000`,
} as const

const view = (change: Partial<ViewedPayment> = {}, orderDisplayId: number | null = null) =>
  shopperView({ ...ROW, ...change }, { orderDisplayId }, NOW)

const owed = (minor: number, currency = "USD"): FiatAmount => ({ minor, currency })

describe("a shopper's view of a payment", () => {
  it("has what is needed to pay, and nothing more", () => {
    expect(view({ id: "cpay_1", external_id: "pay_1", token: "t", session_id: "s" } as never)).toEqual({
      provider_id: "pp_crypto_default",
      status: "waiting",
      confirmations: 0,
      asset: "BTC",
      chain: "bitcoin",
      address: "tb1qexample",
      uri: "bitcoin:tb1qexample?amount=0.0004",
      wallet: null,
      pay_amount: { base: "40000", asset: "BTC", decimals: 8, display: "0.0004" },
      amount: { minor: 2550, currency: "USD", display: "25.50" },
      rate: "63750.00",
      quote_expires_at: "2026-03-01T12:10:00.000Z",
      server_time: "2026-03-01T12:00:00.000Z",
      next_poll_seconds: 5,
      order: null,
      receipt: null,
      unfinished: false,
      sent_back_at: null,
      test_mode: true,
      superseded: false,
      canceled: false,
      nothing_owed: false,
      unavailable: false,
    })
  })

  it.each<[string, Partial<ViewedPayment>, Parameters<typeof shopperView>[1], object]>([
    ["of an order", { status: "settled" }, { orderDisplayId: 7 }, { unfinished: false, sent_back_at: null }],
    ["whose order is being placed", { status: "completed" }, { orderDisplayId: null }, { unfinished: false }],
    ["that made no order", { status: "attention" }, { orderDisplayId: null }, { unfinished: true }],
    ["that a person closed", { status: "closed" }, { orderDisplayId: null }, { unfinished: true }],
    ["that its order did not take", { status: "attention" }, { orderDisplayId: 7 }, { unfinished: true }],
    ["that was closed beside its order", { status: "closed" }, { orderDisplayId: 7 }, { unfinished: true }],
    ["that its order takes in a moment", { status: "completed" }, { orderDisplayId: 7 }, { unfinished: false }],
    [
      "that went back",
      { status: "closed" },
      { orderDisplayId: null, sentBackAt: at(5) },
      { unfinished: false, sent_back_at: at(5).toISOString() },
    ],
  ])("tells paid from ordered, for money %s", (_, row, order, said) => {
    expect(shopperView({ ...ROW, ...row }, order, NOW)).toMatchObject({ status: "paid", ...said })
  })

  it.each<[string, Partial<ViewedPayment>, string | null]>([
    ["first seen", { seen_at: at(-3) }, at(-3).toISOString()],
    ["paid", { status: "settled", seen_at: at(-3), completed_at: at(-1) }, at(-1).toISOString()],
    ["not known", { confirmations: 1 }, null],
  ])("keeps a receipt with the time it was %s", (_, row, time) => {
    const explorer_url = "https://mempool.space/testnet/address/tb1qexample"
    expect(view(row)).toMatchObject({ address: null, receipt: { address: "tb1qexample", explorer_url, time } })
  })

  it.each<[string, Partial<ViewedPayment>, number | null, { status: string; shown: boolean; poll: number | null }]>([
    ["waits while its quote lives", {}, null, { status: "waiting", shown: true, poll: 5 }],
    ["waits on a placed order", {}, 7, { status: "waiting", shown: true, poll: 5 }],
    [
      "is seen before its first confirmation",
      { seen_at: at(-1) },
      null,
      { status: "confirming", shown: false, poll: 3 },
    ],
    [
      "is seen though its quote ran out",
      { status: "expired", seen_at: at(-2), quote_expires_at: at(-1) },
      null,
      { status: "confirming", shown: false, poll: 3 },
    ],
    ["confirms", { confirmations: 1 }, null, { status: "confirming", shown: false, poll: 3 }],
    [
      "confirms though its quote ran out meanwhile",
      { status: "expired", confirmations: 1, quote_expires_at: at(-1) },
      null,
      { status: "confirming", shown: false, poll: 3 },
    ],
    [
      "confirms though it was replaced",
      { confirmations: 2, superseded_at: at(-1) },
      null,
      { status: "confirming", shown: false, poll: 3 },
    ],
    [
      "still confirms long after its quote ran out",
      { status: "expired", confirmations: 1, quote_expires_at: at(-60) },
      null,
      { status: "confirming", shown: false, poll: 15 },
    ],
    [
      "was seen and never cleared",
      { status: "expired", confirmations: 1, quote_expires_at: at(-2 * 24 * 60) },
      null,
      { status: "confirming", shown: false, poll: 300 },
    ],
    ["has run out this very moment", { quote_expires_at: NOW }, null, { status: "expired", shown: false, poll: 15 }],
    [
      "has run out",
      { status: "expired", quote_expires_at: at(-1) },
      null,
      { status: "expired", shown: false, poll: 15 },
    ],
    [
      "has long run out",
      { status: "expired", quote_expires_at: at(-60) },
      null,
      { status: "expired", shown: false, poll: 300 },
    ],
    [
      "is marked as run out before its time",
      { status: "expired" },
      null,
      { status: "expired", shown: false, poll: 15 },
    ],
    ["was replaced", { superseded_at: at(-1) }, null, { status: "expired", shown: false, poll: 15 }],
    ["is paid and soon has an order", { status: "completed" }, null, { status: "paid", shown: false, poll: 3 }],
    ["is paid and soon on its order", { status: "completed" }, 7, { status: "paid", shown: false, poll: 3 }],
    ["is settled", { status: "settled" }, 7, { status: "paid", shown: false, poll: null }],
    [
      "waits for a person alone",
      { status: "attention", attention_reason: "amount_differs" },
      null,
      { status: "paid", shown: false, poll: 60 },
    ],
    [
      "may still become an order by a retry",
      { status: "attention", attention_reason: "cart_will_not_complete" },
      null,
      { status: "paid", shown: false, poll: 60 },
    ],
    [
      "is retried onto an order that is known",
      { status: "attention", attention_reason: "settling_failed" },
      7,
      { status: "paid", shown: false, poll: 60 },
    ],
    [
      "is owed back by a canceled order",
      { status: "settled", attention_reason: "payout_due" },
      7,
      { status: "paid", shown: false, poll: 60 },
    ],
    ["was closed by a person", { status: "closed" }, null, { status: "paid", shown: false, poll: null }],
    [
      "was paid after it was replaced",
      { status: "settled", superseded_at: at(-1) },
      7,
      { status: "paid", shown: false, poll: null },
    ],
  ])("that %s", (_, change, orderDisplayId, expected) => {
    const { status, address, uri, next_poll_seconds: poll, order } = view(change, orderDisplayId)
    expect({ status, shown: address !== null, poll }).toEqual(expected)
    expect(uri === null).toBe(address === null)
    expect(order).toEqual(orderDisplayId === null ? null : { display_id: orderDisplayId })
  })

  it.each<[string, Partial<ViewedPayment>, string]>([
    ["must no longer be paid", {}, "expired"],
    ["is confirming where it was sent before", { confirmations: 1 }, "confirming"],
    ["is paid where the money came all the same", { status: "attention" }, "paid"],
  ])("of a canceled order %s", (_, change, status) => {
    const canceled = shopperView({ ...ROW, ...change }, { orderDisplayId: 7, orderCanceled: true }, NOW)
    expect(canceled).toMatchObject({ status, canceled: true, address: null, uri: null, order: { display_id: 7 } })
  })

  it.each<[string, FiatAmount | null | undefined, Partial<ViewedPayment>, object]>([
    ["shows the address without an order", undefined, {}, { status: "waiting", shown: true, nothing_owed: false }],
    [
      "shows it while the order owes the amount",
      owed(2550),
      {},
      { status: "waiting", shown: true, nothing_owed: false },
    ],
    ["shows it while the order owes more", owed(2551), {}, { status: "waiting", shown: true, nothing_owed: false }],
    ["hides it once the order owes less", owed(2549), {}, { status: "expired", shown: false, nothing_owed: false }],
    ["hides it in another currency", owed(2550, "EUR"), {}, { status: "expired", shown: false, nothing_owed: false }],
    ["hides it once the order owes nothing", null, {}, { status: "expired", shown: false, nothing_owed: true }],
    [
      "is paid where its own money left nothing owed",
      null,
      { status: "settled" },
      { status: "paid", shown: false, nothing_owed: false },
    ],
    [
      "is confirming where it was sent before",
      null,
      { confirmations: 1 },
      { status: "confirming", shown: false, nothing_owed: true },
    ],
  ])("%s", (_, outstanding, change, expected) => {
    const { status, address, uri, nothing_owed } = shopperView(
      { ...ROW, ...change },
      { orderDisplayId: 7, ...(outstanding !== undefined && { outstanding }) },
      NOW,
    )
    expect({ status, shown: address !== null, nothing_owed }).toEqual(expected)
    expect(uri === null).toBe(address === null)
  })

  it.each([
    ["another account's", "other_account", {}, "expired", false],
    ["a test account's in a live store", "test_money", {}, "expired", false],
    ["of a connection that is gone", "connection_gone", {}, "expired", true],
    ["of a connection that is gone, and on its way", "connection_gone", { confirmations: 1 }, "confirming", false],
    ["of a connection that is gone, and paid", "connection_gone", { status: "completed" }, "paid", false],
  ] as const)("has no address to pay to where it is %s", (_, standing, change, status, unavailable) => {
    const seen = shopperView({ ...ROW, ...change }, { orderDisplayId: 7 }, NOW, standing)
    expect(seen).toMatchObject({ status, unavailable, address: null, uri: null })
  })

  it("says of a canceled order that it is canceled, and not that it cannot be paid now", () => {
    const seen = shopperView(ROW, { orderDisplayId: 7, orderCanceled: true }, NOW, "connection_gone")
    expect(seen).toMatchObject({ status: "expired", canceled: true, unavailable: false })
  })

  it.each([
    ["BTC", "javascript:alert(1)"],
    ["BTC", "ethereum:0xabc@8453"],
    ["USDC", "https://pay.example/"],
    ["USDC", "tb1qexample"],
    ["XYZ", "bitcoin:tb1qexample"],
    ["BTC", "x bitcoin:tb1qexample"],
  ])("links %s by no other scheme than its own: %s", (asset, uri) => {
    expect(view({ asset, uri })).toMatchObject({ uri: null, address: "tb1qexample" })
  })

  it("is asked for no more once its money was sent back", () => {
    const back = { status: "attention", attention_reason: "amount_differs" } as const
    expect(shopperView({ ...ROW, ...back }, { orderDisplayId: 7, sentBackAt: at(-1) }, NOW)).toMatchObject({
      next_poll_seconds: null,
      sent_back_at: at(-1).toISOString(),
    })
  })

  it.each<[string, Partial<ViewedPayment>, boolean]>([
    ["while it can be paid", {}, true],
    ["once money is on its way", { confirmations: 1 }, false],
    ["once the quote is over", { quote_expires_at: NOW }, false],
    ["once it is paid", { status: "completed" }, false],
  ])("can be paid from a browser wallet %s: %j", (_, change, can) => {
    expect(view({ ...TOKEN, ...change }).wallet !== null).toBe(can)
  })

  it("says that it was replaced, and nothing else", () => {
    expect(view({ superseded_at: at(-1) }).superseded).toBe(true)
    expect(view().superseded).toBe(false)
  })

  it("shows no address to pay for a cart that is gone", () => {
    const gone = shopperView(ROW, { orderDisplayId: null, cartGone: true }, NOW)
    expect(gone).toMatchObject({ status: "expired", superseded: true, address: null, uri: null })
  })

  it.each([
    [15, { status: "expired" }, 15, 300],
    [15, { status: "expired", confirmations: 1 }, 3, 15],
    [24 * 60, { status: "expired", confirmations: 1 }, 15, 300],
  ] as const)("is asked for less often from %i minutes after its quote on, as %j", (minutes, change, before, then) => {
    const expired = (ms: number) => view({ ...change, quote_expires_at: new Date(at(-minutes).getTime() + ms) })
    expect([expired(1).next_poll_seconds, expired(0).next_poll_seconds]).toEqual([before, then])
  })

  it("writes amounts with as many places as the currency and the asset have", () => {
    const yen = view({ amount_minor: "2550", currency: "JPY" })
    expect(yen.amount).toEqual({ minor: 2550, currency: "JPY", display: "2550" })
    const usdc = view({ asset: "USDC", chain: "base", pay_amount_base: "25501234", decimals: 6 })
    expect(usdc.pay_amount.display).toBe("25.501234")
  })
})
