import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { ADMIN_BASE } from "../support/admin-routes"
import { cryptoPayments } from "../support/crypto-payments"
import { insertPayments } from "../support/insert-payments"
import { describeShop } from "../support/medusa"
import { newPayment, newPayout } from "../support/module-database"
import { knexOf } from "../support/module-rows"

describeShop("the records of a range of days", {}, (shop) => {
  const MARCH = "from=2026-03-01&to=2026-03-31"
  const IN_USDC = "2026-03-09"
  type Cells = Record<string, string>

  const api = (path: string) => shop.admin.get(ADMIN_BASE + path)
  const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
  const force = (id: string, patch: Partial<PaymentRow>) =>
    knexOf(shop.container)("crypto_payment").where({ id }).update(patch)

  /** The records of the export, by the names of its columns. */
  const records = async (query: string): Promise<Cells[]> => parsed(await api(`/export?${query}`))
  const parsed = (file: string): Cells[] => {
    const [head = [], ...rest] = file
      .replace("\uFEFF", "")
      .split("\r\n")
      .slice(0, -1)
      .map((line) => line.split(","))
    return rest.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ""])))
  }
  const paymentIds = async (query: string) =>
    (await records(query)).filter(({ type }) => type === "payment").map(({ id }) => id)

  /** A payment that was created and completed on these days, and what was sent back of it on which day. */
  const moved = async (created: string, completed: string | null, patch: Partial<PaymentRow>, paidOut: Cells = {}) => {
    const { payments, payouts } = cryptoPayments(shop.container)
    const { id } = await payments.insert(newPayment(new Date(), { session_id: null }), new Date())
    await force(id, { created_at: midnight(created), completed_at: completed ? midnight(completed) : null, ...patch })
    for (const [day, amount_minor] of Object.entries(paidOut)) {
      const asset = day === IN_USDC ? "USDC" : "BTC"
      const sent = { payment_id: id, asset, amount_minor, sent_base: `${amount_minor}7`, transaction_id: day }
      await payouts.insert(newPayout({ ...sent, created_by: null }), null, midnight(day))
    }
    return id
  }
  /** Payments around March, with each kind of ending. */
  const fillMonths = async () => {
    const twice = { "2026-03-31": "510", "2026-04-01": "40" }
    return {
      across: await moved("2026-02-28", "2026-03-01", { status: "settled", test_mode: false }, twice),
      closed: await moved("2026-03-02", "2026-03-03", { status: "closed" }, { "2026-03-04": "2550" }),
      replaced: await moved("2026-03-05", "2026-03-31", { status: "attention", superseded_at: new Date() }),
      earlier: await moved("2026-02-01", "2026-02-28", { status: "settled" }, { [IN_USDC]: "700" }),
      later: await moved("2026-03-31", "2026-04-01", { status: "settled", connection_id: "second" }),
      unpaid: await moved("2026-03-10", null, { status: "expired" }),
    }
  }
  const sumOf = (rows: Cells[], column: string, decimals: number): string =>
    String(rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 10 ** decimals), 0))

  it("add up to the totals of these days: payments by completion, payouts by when they were recorded", async () => {
    const { across, closed, replaced, earlier } = await fillMonths()
    expect(await paymentIds(MARCH)).toEqual([replaced, closed, across])
    const all = await records(MARCH)
    const { totals } = await api(`/totals?${MARCH}`)
    expect(totals.map((total: Cells) => total.asset)).toEqual(["BTC", "BTC", "USDC"])
    for (const { asset, currency, test_mode, ...total } of totals) {
      const rows = await records(`${MARCH}&test_mode=${test_mode}&asset=${asset}&currency=${currency}`)
      const [came, sent] = [rows.filter(({ type }) => type === "payment"), rows.filter(({ type }) => type === "payout")]
      const places = total.sent.decimals
      expect({
        ...{ payments: came.length, received: sumOf(came, "pay_amount", 8), amount: sumOf(came, "amount", 2) },
        ...{ payouts: sent.length, sent: sumOf(sent, "pay_amount", places), paid_out: sumOf(sent, "amount", 2) },
      }).toEqual({
        ...{ payments: total.payments, received: total.received.base, amount: total.amount.minor },
        ...{ payouts: total.payouts, sent: total.sent.base, paid_out: total.paid_out.minor },
      })
    }
    const before = await cryptoPayments(shop.container).payments.byId(earlier)
    expect(all.filter((row) => row.external_payment_id === before?.external_id)).toMatchObject([
      { type: "payout", created_at: "2026-03-09T00:00:00.000Z", amount: "7.00", connection_id: "default", status: "" },
    ])
  })

  it("are a bank statement of each connection, mode and currency, whose closing balance opens the next one", async () => {
    const { across, earlier } = await fillMonths()
    const statement = async (query: string) =>
      parsed(await api(`/statement?${query}`)).map((cells) => Object.values(cells).join(" "))
    const { payments } = cryptoPayments(shop.container)
    const reference = async (id: string) => (await payments.byId(id))?.external_id
    const [came, sent] = ["2026-03-01T00:00:00.000Z payment ", "2026-03-31T00:00:00.000Z payout "]
    expect(await statement(`${MARCH}&connection_id=default`)).toEqual([
      "default false USD 2026-03-01T00:00:00.000Z opening_balance     0.00",
      `default false USD ${came} ${await reference(across)} 25.50  25.50`,
      `default false USD ${sent} 2026-03-31  5.10 20.40`,
      "default false USD 2026-04-01T00:00:00.000Z closing_balance     20.40",
      "default true USD 2026-03-01T00:00:00.000Z opening_balance     25.50",
      ...[expect.stringContaining(" payment "), expect.stringContaining(" payout ")],
      "default true USD 2026-03-09T00:00:00.000Z payout  2026-03-09  7.00 18.50",
      expect.stringMatching(/ payment .* 44\.00$/),
      "default true USD 2026-04-01T00:00:00.000Z closing_balance     44.00",
    ])
    expect(await statement("from=2026-02-01&to=2026-02-28&connection_id=default")).toEqual([
      "default true USD 2026-02-01T00:00:00.000Z opening_balance     0.00",
      `default true USD 2026-02-28T00:00:00.000Z payment  ${await reference(earlier)} 25.50  25.50`,
      "default true USD 2026-03-01T00:00:00.000Z closing_balance     25.50",
    ])
    expect(await statement("from=2025-01-01&to=2025-01-31")).toEqual([])
    const [tomorrow] = new Date(Date.now() + 24 * 3_600_000).toISOString().split("T")
    const closing = (await statement(`from=2026-03-01&to=${tomorrow}&connection_id=default`)).find((line) =>
      /closing/.test(line),
    )
    expect(Date.parse(closing?.split(" ")[3] as string)).toBeLessThanOrEqual(Date.now())
  })

  it("are narrowed by the other filters, and begin eleven months before the last day if no first day is given", async () => {
    const { across, earlier, later } = await fillMonths()
    expect(await paymentIds("from=2026-03-01&to=2026-04-01&connection_id=second")).toEqual([later])
    expect((await records(`${MARCH}&test_mode=false`)).map(({ type }) => type)).toEqual(["payment", "payout"])
    expect(await records(`${MARCH}&status=expired`)).toEqual([])
    expect(await paymentIds("to=2026-02-28")).toEqual([earlier])
    const paidOut = async (query: string) =>
      (await records(query)).flatMap(({ type, created_at }) => (type === "payout" ? [created_at?.slice(0, 10)] : []))
    const inMarch = "paid_out_at[$gte]=2026-03-01T00:00:00Z&paid_out_at[$lt]=2026-04-01T00:00:00Z"
    expect(await paidOut(`${inMarch}&asset=BTC`)).toEqual(["2026-03-04", "2026-03-31"])
    expect(await paidOut(`${MARCH}&${inMarch.replace("03-01", "03-05")}`)).toEqual(["2026-03-31", IN_USDC])
    // Without days the export selects by creation, as the list of payments does.
    expect(await paymentIds("created_at[$lt]=2026-03-01T00:00:00Z")).toEqual([across, earlier])
  })

  it("contain each of 2,002 payments of one moment once, in a file with the days in its name, and a statement of currencies with no and three decimals that adds up to the totals", async () => {
    const completed = { completed_at: "'2026-03-03'::timestamptz", created_at: ":now::timestamptz" }
    const money = { currency: "CASE WHEN n % 2 = 0 THEN 'JPY' ELSE 'KWD' END", amount_minor: "n::text" }
    await insertPayments(knexOf(shop.container), { ...completed, ...money }, { now: new Date(), count: 2002 })
    const ids = await paymentIds(MARCH)
    expect([ids.length, new Set(ids).size]).toEqual([2002, 2002])
    // Sent back before the service reported the money.
    await moved("2026-03-10", null, { status: "attention" }, { "2026-03-12": "700" })
    const { totals } = await api(`/totals?${MARCH}`)
    const lines = parsed(await api(`/statement?${MARCH}`))
    const sums = [
      { currency: "JPY", decimals: 0 },
      { currency: "KWD", decimals: 3 },
      { currency: "USD", decimals: 2 },
    ]
    for (const { currency, decimals } of sums) {
      const { amount, paid_out } = totals.find((one: { currency: string }) => one.currency === currency)
      const own = lines.filter((line) => line.currency === currency)
      const said = [
        sumOf(own, "credit", decimals),
        sumOf(own, "debit", decimals),
        sumOf(own.slice(-1), "balance", decimals),
      ]
      expect(said).toEqual([amount.minor, paid_out.minor, String(amount.minor - paid_out.minor)])
    }
    const { headers } = await fetch(`${shop.url}${ADMIN_BASE}/export?${MARCH}`, { headers: shop.admin.headers })
    const name = "crypto-records-2026-03-01-2026-03-31.csv"
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${name}"`)
  })

  it("are the listed payouts, by when they were recorded", async () => {
    await fillMonths()
    const { payouts, count } = await api(`/payouts?${MARCH}`)
    const days = payouts.map(({ created_at }: { created_at: string }) => created_at.slice(0, 10))
    expect([days, count]).toEqual([["2026-03-31", "2026-03-09", "2026-03-04"], 3])
    expect((await api("/payouts?from=2026-04-01&to=2026-04-30")).count).toBe(1)
  })

  it.each(["/export", "/payouts", "/statement", "/totals"])("are refused by %s with impossible days", async (path) => {
    const invalid = { status: 400, body: { code: "range_invalid" } }
    await expect(api(`${path}?from=2026-02-01&to=2026-01-31`)).rejects.toMatchObject(invalid)
    await expect(api(`${path}?from=2026-02-30`)).rejects.toMatchObject({ status: 400, body: { type: "invalid_data" } })
  })
})
