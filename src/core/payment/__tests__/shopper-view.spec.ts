import type { FiatAmount } from "../../money/units"
import { shopperView, type ViewedOrder, type ViewedPayment } from "../shopper-view"

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
  shopperView({ ...ROW, ...change }, { orderDisplayId }, NOW)

const owed = (minor: number, currency = "USD"): FiatAmount => ({ minor, currency })

describe("a shopper's view of a payment", () => {
  it("has the fields that are needed to pay, and no others", () => {
    expect(view({ id: "cpay_1", external_id: "pay_1", token: "t", session_id: "s" } as never)).toEqual({
      provider_id: "pp_crypto_default",
      status: "waiting",
      confirmations: 0,
      asset: "BTC",
      chain: "bitcoin",
      address: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
      uri: "bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx?amount=0.0004",
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
      sent_back_transactions: [],
      outstanding: null,
      test_mode: true,
      unclear: false,
      superseded: false,
      canceled: false,
      nothing_owed: false,
      unavailable: false,
    })
  })

  it.each<[string, Partial<ViewedPayment>, Parameters<typeof shopperView>[1], object]>([
    [
      "that is settled on its order",
      { status: "settled" },
      { orderDisplayId: 7 },
      { unfinished: false, sent_back_at: null },
    ],
    ["whose order is being placed", { status: "completed" }, { orderDisplayId: null }, { unfinished: false }],
    ["that is in attention without an order", { status: "attention" }, { orderDisplayId: null }, { unfinished: true }],
    ["that a person closed without an order", { status: "closed" }, { orderDisplayId: null }, { unfinished: true }],
    ["that is in attention with an order", { status: "attention" }, { orderDisplayId: 7 }, { unfinished: true }],
    [
      "that a person closed although it has an order",
      { status: "closed" },
      { orderDisplayId: 7 },
      { unfinished: true },
    ],
    [
      "that is completed and not yet on its order",
      { status: "completed" },
      { orderDisplayId: 7 },
      { unfinished: false },
    ],
    [
      "that was sent back",
      { status: "closed" },
      { orderDisplayId: null, sentBack: { at: at(5), transactions: [] } },
      { unfinished: false, sent_back_at: at(5).toISOString() },
    ],
  ])("says paid, and whether the payment is unfinished, for money %s", (_, row, order, said) => {
    expect(shopperView({ ...ROW, ...row }, order, NOW)).toMatchObject({ status: "paid", ...said })
  })

  it.each<[string, Partial<ViewedPayment>, string | null]>([
    ["the time when money was first seen", { seen_at: at(-3) }, at(-3).toISOString()],
    ["the time when it was paid", { status: "settled", seen_at: at(-3), completed_at: at(-1) }, at(-1).toISOString()],
    ["no time if none is known", { confirmations: 1 }, null],
  ])("has a receipt with %s", (_, row, time) => {
    const explorer_url = "https://mempool.space/testnet/address/tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"
    expect(view(row)).toMatchObject({
      address: null,
      receipt: { address: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", explorer_url, time },
    })
  })

  it.each<[string, Partial<ViewedPayment>, number | null, { status: string; shown: boolean; poll: number | null }]>([
    ["waits while its quote is valid", {}, null, { status: "waiting", shown: true, poll: 5 }],
    ["waits on a placed order", {}, 7, { status: "waiting", shown: true, poll: 5 }],
    [
      "is seen before its first confirmation",
      { seen_at: at(-1) },
      null,
      { status: "confirming", shown: false, poll: 3 },
    ],
    [
      "is seen after its quote expired",
      { status: "expired", seen_at: at(-2), quote_expires_at: at(-1) },
      null,
      { status: "confirming", shown: false, poll: 3 },
    ],
    ["confirms", { confirmations: 1 }, null, { status: "confirming", shown: false, poll: 3 }],
    [
      "confirms after its quote expired",
      { status: "expired", confirmations: 1, quote_expires_at: at(-1) },
      null,
      { status: "confirming", shown: false, poll: 3 },
    ],
    [
      "confirms after it was replaced",
      { confirmations: 2, superseded_at: at(-1) },
      null,
      { status: "confirming", shown: false, poll: 3 },
    ],
    [
      "confirms an hour after its quote expired",
      { status: "expired", confirmations: 1, quote_expires_at: at(-60) },
      null,
      { status: "confirming", shown: false, poll: 15 },
    ],
    [
      "still confirms two days after its quote expired",
      { status: "expired", confirmations: 1, quote_expires_at: at(-2 * 24 * 60) },
      null,
      { status: "confirming", shown: false, poll: 300 },
    ],
    ["expires at this moment", { quote_expires_at: NOW }, null, { status: "expired", shown: false, poll: 15 }],
    [
      "expired a minute ago",
      { status: "expired", quote_expires_at: at(-1) },
      null,
      { status: "expired", shown: false, poll: 15 },
    ],
    [
      "expired an hour ago",
      { status: "expired", quote_expires_at: at(-60) },
      null,
      { status: "expired", shown: false, poll: 300 },
    ],
    [
      "is marked as expired before its quote ends",
      { status: "expired" },
      null,
      { status: "expired", shown: false, poll: 15 },
    ],
    ["was replaced", { superseded_at: at(-1) }, null, { status: "expired", shown: false, poll: 15 }],
    ["is completed and has no order yet", { status: "completed" }, null, { status: "paid", shown: false, poll: 3 }],
    [
      "is completed and not yet settled on its order",
      { status: "completed" },
      7,
      { status: "paid", shown: false, poll: 3 },
    ],
    ["is settled", { status: "settled" }, 7, { status: "paid", shown: false, poll: null }],
    [
      "waits for a person and is not retried",
      { status: "attention", attention_reason: "amount_differs" },
      null,
      { status: "paid", shown: false, poll: 60 },
    ],
    [
      "may still become an order through a retry",
      { status: "attention", attention_reason: "cart_will_not_complete" },
      null,
      { status: "paid", shown: false, poll: 60 },
    ],
    [
      "is retried and has an order",
      { status: "attention", attention_reason: "settling_failed" },
      7,
      { status: "paid", shown: false, poll: 60 },
    ],
    [
      "must be paid back because its order was canceled",
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
  ])("has the right status, address and polling if the payment %s", (_, change, orderDisplayId, expected) => {
    const { status, address, uri, next_poll_seconds: poll, order } = view(change, orderDisplayId)
    expect({ status, shown: address !== null, poll }).toEqual(expected)
    expect(uri === null).toBe(address === null)
    expect(order).toEqual(orderDisplayId === null ? null : { display_id: orderDisplayId })
  })

  it.each<[string, Partial<ViewedPayment>, string]>([
    ["must no longer be paid", {}, "expired"],
    ["is confirming if money was sent before", { confirmations: 1 }, "confirming"],
    ["is paid if the money arrived anyway", { status: "attention" }, "paid"],
  ])("of a canceled order %s", (_, change, status) => {
    const canceled = shopperView({ ...ROW, ...change }, { orderDisplayId: 7, orderCanceled: true }, NOW)
    expect(canceled).toMatchObject({ status, canceled: true, address: null, uri: null, order: { display_id: 7 } })
  })

  it.each<[string, FiatAmount | null | undefined, Partial<ViewedPayment>, object]>([
    ["shows the address without an order", undefined, {}, { status: "waiting", shown: true, nothing_owed: false }],
    [
      "shows the address while the order owes the amount",
      owed(2550),
      {},
      { status: "waiting", shown: true, nothing_owed: false },
    ],
    [
      "shows the address while the order owes more",
      owed(2551),
      {},
      { status: "waiting", shown: true, nothing_owed: false },
    ],
    [
      "hides the address once the order owes less",
      owed(2549),
      {},
      { status: "expired", shown: false, nothing_owed: false },
    ],
    [
      "hides the address if the order owes another currency",
      owed(2550, "EUR"),
      {},
      { status: "expired", shown: false, nothing_owed: false },
    ],
    [
      "hides the address once the order owes nothing",
      null,
      {},
      { status: "expired", shown: false, nothing_owed: true },
    ],
    [
      "is paid if its own money paid the order",
      null,
      { status: "settled" },
      { status: "paid", shown: false, nothing_owed: false },
    ],
    [
      "is confirming if money was sent and the order owes nothing",
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
    ["of another account", "other_account", {}, "expired", false],
    ["of a test account in a live store", "test_money", {}, "expired", false],
    ["of a connection that is gone", "connection_gone", {}, "expired", true],
    [
      "of a connection that is gone, with money on its way",
      "connection_gone",
      { confirmations: 1 },
      "confirming",
      false,
    ],
    ["of a connection that is gone, after it was paid", "connection_gone", { status: "completed" }, "paid", false],
  ] as const)("shows no address for a payment %s", (_, standing, change, status, unavailable) => {
    const seen = shopperView({ ...ROW, ...change }, { orderDisplayId: 7 }, NOW, standing)
    expect(seen).toMatchObject({ status, unavailable, address: null, uri: null })
  })

  it.each<[string, Partial<ViewedPayment>, Partial<ViewedOrder>, string | null]>([
    ["what its order owes besides it", { status: "settled" }, { outstanding: owed(1550) }, "15.50"],
    ["the same before its money is on the order", { status: "completed" }, { outstanding: owed(4100) }, "15.50"],
    ["nothing if it is all that the order owes", { status: "completed" }, { outstanding: owed(2550) }, null],
    ["nothing if the order owes nothing", { status: "settled" }, { outstanding: null }, null],
    ["nothing if a part was sent back", { status: "settled" }, { outstanding: owed(500), refunded: true }, null],
    ["nothing while a person must decide", { status: "attention" }, { outstanding: owed(4100) }, null],
    ["nothing before it is paid", {}, { outstanding: owed(4100) }, null],
  ])("shows as outstanding %s", (_, change, order, outstanding) => {
    const seen = shopperView({ ...ROW, ...change }, { orderDisplayId: 7, ...order }, NOW)
    expect(seen.outstanding?.display ?? null).toBe(outstanding)
  })

  it("shows the transactions that sent the money back, with a link if an explorer exists", () => {
    const transactions = [
      { id: "4d4d", chain: "bitcoin" },
      { id: "5e5e", chain: "dogecoin" },
    ]
    const order = { orderDisplayId: 7, sentBack: { at: at(-1), transactions } }
    const seen = shopperView({ ...ROW, status: "settled", test_mode: true }, order, NOW)
    expect(seen.sent_back_transactions).toEqual([
      { id: "4d4d", explorer_url: "https://mempool.space/testnet/tx/4d4d" },
      { id: "5e5e", explorer_url: null },
    ])
  })

  it("shows a canceled order as canceled, and not as unavailable", () => {
    const seen = shopperView(ROW, { orderDisplayId: 7, orderCanceled: true }, NOW, "connection_gone")
    expect(seen).toMatchObject({ status: "expired", canceled: true, unavailable: false })
  })

  it.each([
    ["BTC", "javascript:alert(1)"],
    ["BTC", "ethereum:0xabc@8453"],
    ["USDC", "https://pay.example/"],
    ["USDC", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["XYZ", "bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["BTC", "x bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["BTC", "bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx?amount=0.0005"],
    ["BTC", "bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx?amount=0.0004&lightning=lnbc1"],
  ])("shows no address for %s with a URI that it does not understand: %s", (asset, uri) => {
    expect(view({ asset, uri })).toMatchObject({ status: "expired", uri: null, address: null })
  })

  it("stops polling once its money was sent back", () => {
    const back = { status: "attention", attention_reason: "amount_differs" } as const
    expect(
      shopperView({ ...ROW, ...back }, { orderDisplayId: 7, sentBack: { at: at(-1), transactions: [] } }, NOW),
    ).toMatchObject({
      next_poll_seconds: null,
      sent_back_at: at(-1).toISOString(),
    })
  })

  it.each<[string, Partial<ViewedPayment>, boolean]>([
    ["while it can be paid", {}, true],
    ["once money is on its way", { confirmations: 1 }, false],
    ["once the quote is over", { quote_expires_at: NOW }, false],
    ["once it is paid", { status: "completed" }, false],
  ])("offers a browser wallet only while the payment can be paid: %s, %j", (_, change, can) => {
    expect(view({ ...TOKEN, ...change }).wallet !== null).toBe(can)
  })

  it("says that it was replaced only if another payment is shown or was paid", () => {
    const withdrawn = { ...ROW, superseded_at: at(-1) }
    expect(shopperView(withdrawn, { orderDisplayId: null, replaced: true }, NOW).superseded).toBe(true)
    expect(shopperView(withdrawn, { orderDisplayId: null }, NOW)).toMatchObject({
      ...{ status: "expired", superseded: false, address: null },
    })
  })

  it("shows no address if the cart is gone", () => {
    const gone = shopperView(ROW, { orderDisplayId: null, stepGone: true }, NOW)
    expect(gone).toMatchObject({ status: "expired", superseded: false, address: null, uri: null })
  })

  it.each([
    [15, { status: "expired" }, 15, 300],
    [15, { status: "expired", confirmations: 1 }, 3, 15],
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
