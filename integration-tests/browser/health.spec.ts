import type { ConnectionHealthView, HealthReasonView, HealthView } from "../../src/api/admin/crypto-payments/contract"
import { HEALTH_WORDS, type HealthCode } from "../../src/core/connection/health"
import { until } from "../support/until"
import { describeAdmin } from "./support/admin"
import { payersOf } from "./support/payer"

const HEALTH = "**/admin/crypto-payments/health"
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

const connection = (id: string): ConnectionHealthView => ({
  id,
  ready: true,
  missing: [],
  service: "working",
  last_check_at: minutesAgo(1),
  last_error_code: null,
  throttled_until: null,
  last_event: { id: "cevt_1", received_at: minutesAgo(5), state: "processed" },
  last_refused: null,
  recently_paid: { count: 20, without_event: 0 },
})

const health = (wish: Partial<HealthView> = {}): HealthView => ({
  state: "ok",
  reasons: [],
  checked_at: minutesAgo(0),
  connections: [connection("default")],
  unsettled: { count: 0, oldest_since: null },
  waiting_orders: { count: 0, oldest_since: null },
  due: { events: null, payments: null, watched_payments: null, notes: null, payouts: null },
  last_lookup_minute: minutesAgo(1),
  events: { waiting: 0, failed: 0, unmatched: 0 },
  attention: { count: 0 },
  clock: { ahead_of_database_ms: 1, uncertain_ms: 1 },
  ...wish,
})

const reason = (code: HealthCode, wish: Partial<HealthReasonView> = {}): HealthReasonView => ({
  code,
  level: "failing",
  message: HEALTH_WORDS[code],
  connection_id: null,
  since: null,
  until: null,
  count: null,
  detail: null,
  setup: null,
  ...wish,
})

/** A function, because the dates depend on the present time. */
const many = () => [
  reason("paid_not_settled", { since: minutesAgo(21), count: 3 }),
  reason("keys_refused", { connection_id: "default", since: minutesAgo(42), detail: "invalid_credentials" }),
  reason("webhooks_refused", {
    level: "degraded",
    connection_id: "second",
    since: minutesAgo(180),
    count: 4,
    detail: "signature_mismatch",
  }),
]

/** Runs in the page. Each layout shift of what is in Medusa's main part, without that of the frame around it. */
async function shiftsOfMain(): Promise<{ value: number; moved: string[] }[]> {
  type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
  const shifts: Shift[] = []
  new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[]))).observe({
    type: "layout-shift",
    buffered: true,
  })
  // The buffered entries come before the next frames.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  const main = document.querySelector("main")
  const inMain = (node: Node | null): node is Node => node !== null && main?.contains(node) === true
  return shifts
    .map(({ value, sources }) => ({ value, nodes: sources.map(({ node }) => node).filter(inMain) }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ value, nodes }) => ({
      value,
      moved: nodes.map((node) => `${node.nodeName} ${node.textContent?.slice(0, 60)}`),
    }))
}

describeAdmin("the health card above the list of payments", (admin) => {
  const card = () => admin.page.getByRole("region", { name: "Health of payments" })
  const answer = async (view: object) => {
    await admin.page.unroute(HEALTH)
    await admin.page.route(HEALTH, (route) => route.fulfill({ json: { health: view } }))
  }
  /** Answers with this health on the open list, whose card reloads at once when the window is shown again. */
  const show = async (wish: Partial<HealthView>) => {
    await answer(health(wish))
    await admin.page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")))
  }
  afterEach(() => admin.page.unroute(HEALTH))

  it("is one line while payments flow, with the time of the last event and the number of waiting orders", async () => {
    await answer(health())
    await admin.open("/crypto-payments")
    await card().getByText("No problems found").waitFor()
    await card().getByText("Last event 5 minutes ago").waitFor()
    expect(await card().getByRole("listitem").count()).toBe(0)
    expect(await card().getByText(/wait/).count()).toBe(0)
    expect((await card().boundingBox())?.height).toBeLessThan(60)

    const waiting_orders = { count: 3, oldest_since: minutesAgo(180) }
    await show({ waiting_orders })
    await card().getByText("3 orders wait for their payment").waitFor()
    await card().getByText("Oldest placed 3 hours ago").waitFor()
    const rows = await card().getByRole("link", { name: "3 orders wait for their payment" }).getAttribute("href")
    expect(rows).toBe(`/app/crypto-payments?order_waits=${encodeURIComponent('"true"')}`)
    expect((await card().boundingBox())?.height).toBeLessThan(60)
    expect(await admin.findings()).toEqual([])

    await show({ connections: [{ ...connection("default"), last_event: null }] })
    await card().getByText("No event has come yet").waitFor()

    await show({ state: "failing", reasons: many(), waiting_orders: { ...waiting_orders, count: 1 } })
    await card().getByRole("heading", { name: "Payments are failing" }).waitFor()
    await card().getByText("1 order waits for its payment").waitFor()
    expect(await admin.findings()).toEqual([])
  })

  it.each([
    ["the payments", "/crypto-payments", "tbody tr"],
    ["the open items", "/crypto-payments/attention", "li h2"],
    ["the totals", "/crypto-payments/totals", "tbody tr"],
  ])("%s do not move while the page loads, with problems above them", async (_, path, ready) => {
    await payersOf(admin.place).sessionGone()
    await answer(health({ state: "failing", reasons: many() }))
    // The frame's web font comes at any time, and makes words wider.
    await admin.page.route(/\.(ttf|woff2?)$/, (route) => route.abort())
    for (const width of [1280, 390]) {
      await admin.page.setViewportSize({ width, height: 900 })
      await admin.open(path)
      await admin.page.locator(`main ${ready}`).first().waitFor()
      const shifts = await admin.page.evaluate(shiftsOfMain)
      const isStill = shifts.reduce((sum, { value }) => sum + value, 0) < 0.005
      expect({ isStill, shifts }).toMatchObject({ isStill: true })
    }
    await admin.page.setViewportSize({ width: 1280, height: 900 })
  })

  it("lists each problem with its time and advice in the server's order, and links to the page that helps", async () => {
    const reasons = many()
    await answer(health({ state: "failing", reasons, connections: [connection("default"), connection("second")] }))
    await admin.open("/crypto-payments")
    await card().getByRole("heading", { name: "Payments are failing" }).waitFor()
    const items = card().getByRole("listitem")
    expect(await items.getByRole("heading").allInnerTexts()).toEqual([
      "Paid, but on no order yet",
      "The service refuses the keys",
      "Events are refused",
    ])
    for (const { message } of reasons) await card().getByText(message).waitFor()
    await items.nth(0).getByText("3 payments").waitFor()
    await items.nth(0).getByText("Since 21 minutes ago").waitFor()
    await items.nth(1).getByText("invalid_credentials").waitFor()
    await items.nth(2).getByText("second", { exact: true }).waitFor()
    expect(await admin.findings()).toEqual([])

    await items.nth(1).getByRole("link", { name: "Open the connection" }).click()
    await admin.page.waitForURL("**/app/settings/crypto-payments/default")
    await admin.open("/crypto-payments")
    await items.nth(0).getByRole("link", { name: "Show payments" }).click()
    await admin.page.waitForURL(({ search }) => search === `?status=${encodeURIComponent('["completed"]')}`)
    // The list below has the filter "Paid".
    await admin.page.getByText("Paid", { exact: true }).first().waitFor()
  })

  it("shows other problems when it reloads, and says if it cannot be read, while the list stays", async () => {
    await answer(health())
    await admin.open("/crypto-payments")
    await card().getByText("No problems found").waitFor()
    await show({ state: "degraded", reasons: [reason("clock_off", { level: "degraded", detail: "40 s" })] })
    await card().getByRole("heading", { name: "The clocks differ" }).waitFor()

    const unknown = { ...reason("clock_off"), code: "of_a_newer_server", message: "Something new. Do this." }
    await show({ state: "degraded", reasons: [{ ...unknown, level: "degraded" } as never] })
    await card().getByText("Something new. Do this.").waitFor()
    await card().getByRole("heading", { name: "Something is wrong" }).waitFor()
    await card().getByText("Degraded").waitFor()

    const gone = reason("connection_missing", { connection_id: "old", count: 7, since: minutesAgo(60) })
    await show({ state: "failing", reasons: [gone] })
    const item = card().getByRole("listitem")
    await item.getByRole("heading", { name: "Payments wait for a connection that is not registered" }).waitFor()
    for (const text of ["old", "7 payments", gone.message]) await item.getByText(text, { exact: true }).waitFor()
    await item.getByRole("link", { name: "Show payments" }).click()
    await admin.page.waitForURL(`**/crypto-payments?connection_id=${encodeURIComponent('["old"]')}`)

    await answer(health())
    await admin.open("/crypto-payments")
    await card().getByText("No problems found").waitFor()
    await admin.page.unroute(HEALTH)
    await admin.page.route(HEALTH, (route) =>
      route.fulfill({ status: 500, json: { type: "unknown_error", message: "An unknown error occurred." } }),
    )
    const unread = card().getByText("The health of payments could not be read.")
    // An earlier answer says nothing about now.
    await until("the health is read again", async () => {
      await admin.page.evaluate(() => dispatchEvent(new Event("visibilitychange")))
      return unread.isVisible()
    })
    await admin.open("/crypto-payments")
    await unread.waitFor()
    await admin.page.getByRole("heading", { name: "Crypto payments" }).waitFor()
    expect(await admin.findings()).toEqual([])
  })
})
