import type { Locator } from "playwright-core"
import type { AttentionItem } from "../../src/api/admin/crypto-payments/contract"
import { EVENT_FAILURES_BEFORE_ATTENTION } from "../../src/core/payment/attention"
import { ATTENTION_WORDS } from "../../src/core/payment/attention-reasons"
import { deliver } from "../support/events"
import { editQuantity } from "../support/order-changes"
import { WALLETS } from "../support/payout"
import { until } from "../support/until"
import { describeAdmin, reads } from "./support/admin"
import { seriousFindings } from "./support/chromium"
import { adminApi, freeLookups, payersOf, rowInState, sandboxOf, sql } from "./support/payer"
import { scan } from "./support/shopper"

describeAdmin("what an admin does about payments", (admin) => {
  const item = (externalId: string) =>
    admin.page.locator("main li").filter({ has: admin.page.getByText(externalId, { exact: true }) })
  const drawer = () => admin.page.getByRole("dialog")

  it("reads what happened and how many items are open, and closes one with a note of which the page tells", async () => {
    const { external_id, id } = await payersOf(admin.place).sessionGone()
    await admin.open("/crypto-payments/attention")
    await item(external_id).getByText("Paid, but no order waits for this money").waitFor()
    const counted = `SELECT
    (SELECT count(*) FROM crypto_payment WHERE attention_reason IS NOT NULL AND deleted_at IS NULL) +
    (SELECT count(*) FROM crypto_webhook_event WHERE (state = 'unmatched' AND next_attempt_at IS NULL)
      OR (state = 'failed' AND attempts >= ${EVENT_FAILURES_BEFORE_ATTENTION})) AS count`
    // Other tests open and close items in the same store.
    await until("the link says how many there are", async () => {
      await admin.open("/crypto-payments/attention")
      const [items] = await sql<{ count: string }>(admin.place, counted)
      return admin.page.getByRole("link", { name: new RegExp(`^Attention ${items?.count} open item`) }).isVisible()
    })
    // On any page, the menu shows the number instead of its icon.
    await admin.open("/orders")
    await admin.page.getByRole("link", { name: /^\d+ open items?\s*Crypto payments$/ }).waitFor()
    await admin.open("/crypto-payments/attention")
    await item(external_id).waitFor()

    await admin.act(item(external_id), "Close with a note")
    await drawer().getByLabel("Note").fill("Sent back from the exchange by hand on Monday.")
    expect(await admin.findings("[role=dialog]")).toEqual([])
    await drawer().locator("button[type=submit]").click()
    await item(external_id).waitFor({ state: "hidden" })
    await rowInState(admin.place, external_id, "closed")

    await admin.open(`/crypto-payments/${id}`)
    await admin.page.getByText("Closed with a note").waitFor()
    await admin.page.getByText(/Sent back from the exchange by hand on Monday/).waitFor()
    await admin.page.getByText(`by ${admin.place.login.email}`).first().waitFor()
  })

  it("closes money that does not clear, of which nothing is said to be refundable", async () => {
    const { external_id, id } = await payersOf(admin.place).uncleared({ asset: "BTC" })
    await admin.open(`/crypto-payments/${id}`)
    await admin.page.getByRole("heading", { name: "Timeline" }).waitFor()
    expect(await admin.page.getByText(/can still be sent back/).count()).toBe(0)
    await admin.act(admin.page.locator("main"), "Close with a note")
    await reads(drawer(), /the order can be paid at a new price/)
    await drawer().getByLabel("Note").fill("The transaction was replaced.")
    expect(await admin.findings("[role=dialog]")).toEqual([])
    await drawer().getByRole("button", { name: "Close item" }).click()
    await drawer().waitFor({ state: "hidden" })
    await admin.page.getByText("Closed with a note").waitFor()
    await rowInState(admin.place, external_id, "expired")
  })

  it("records a payout for money of a canceled order, which closes the payment, and corrects the payout", async () => {
    const { external_id, id } = await payersOf(admin.place).canceledBefore()
    await admin.open(`/crypto-payments/${id}`)
    await admin.act(admin.page.locator("main"), "Record payout")
    const sent = drawer().getByLabel("Amount sent")
    expect(await sent.inputValue()).toMatch(/^21\d(\.\d+)?$/)
    await sent.fill("100.5")
    await drawer().getByLabel("Transaction id").fill("ab")
    await drawer().getByRole("button", { name: "Record payout" }).click()
    await reads(drawer(), /^Enter this\. Others must/)
    await reads(drawer(), /A transaction id of this network has 64 characters/)
    await admin.fill({ "Sent to address": WALLETS.DOGE, "Transaction id": "ab".repeat(32) })
    expect(await admin.findings("[role=dialog]")).toEqual([])
    await drawer().getByRole("button", { name: "Record payout" }).click()
    const question = admin.page.getByRole("alertdialog")
    await question.getByText(/You entered 100\.5 DOGE for \$25\.50 USD\. At this payment's rate it is 21/).waitFor()
    await question.getByRole("button", { name: "The amounts are right" }).click()
    await drawer().waitFor({ state: "hidden" })
    await rowInState(admin.place, external_id, "closed")
    await admin.page.getByText("ab".repeat(32)).first().waitFor()
    expect(await admin.findings()).toEqual([])
    await admin.page.getByRole("button", { name: "Correct payout" }).click()
    await admin.fill({ "Sent to address": "", "Transaction ID": "short" })
    await drawer().getByRole("button", { name: "Save" }).click()
    await reads(drawer(), /^Enter this\. Others must/)
    await reads(drawer(), /has 64 characters/)
    await admin.fill({ "Sent to address": WALLETS.DOGE, "Transaction ID": "ef".repeat(32) })
    expect(await admin.findings("[role=dialog]")).toEqual([])
    await drawer().getByRole("button", { name: "Save" }).click()
    await drawer().waitFor({ state: "hidden" })
    await admin.page.getByText("ef".repeat(32)).first().waitFor()
    await admin.page.getByText(/Values before the correction on/).waitFor()
    await admin.page.getByText("ab".repeat(32)).waitFor()
    expect(await admin.findings()).toEqual([])

    await admin.page.getByRole("button", { name: "Correct payout" }).click()
    const api = await adminApi(admin.place)
    const recorded = async () => (await api.get(`/admin/crypto-payments/payments/${id}`)).payment.payouts[0]
    const corrected = { transaction_id: "12".repeat(32) }
    await api.post(`/admin/crypto-payments/payouts/${(await recorded()).id}`, corrected)
    await admin.fill({ Note: "From the other wallet." })
    await drawer().getByRole("button", { name: "Save" }).click()
    await drawer().waitFor({ state: "hidden" })
    expect(await recorded()).toMatchObject({ ...corrected, note: "From the other wallet." })
  })

  /** Types a payout of a canceled order into its form. */
  const typed = async (transaction: string) => {
    const payment = await payersOf(admin.place).canceledBefore()
    await admin.open("/crypto-payments/attention")
    await admin.act(item(payment.external_id), "Record payout")
    await admin.fill({ "Sent to address": WALLETS.DOGE, "Transaction id": transaction })
    return payment
  }

  it("keeps what was typed into a payout's form while the server does not answer", async () => {
    const { external_id } = await typed("ba".repeat(32))
    const calls = "**/admin/crypto-payments/**"
    await admin.page.route(calls, (route) => route.fulfill({ status: 502, body: "" }))
    await drawer().getByRole("button", { name: "Record payout" }).click()
    await admin.page.getByText("could not be loaded").waitFor()
    expect(await drawer().getByLabel("Transaction id").inputValue()).toBe("ba".repeat(32))
    await admin.page.unroute(calls)
    await drawer().getByRole("button", { name: "Record payout" }).click()
    await drawer().waitFor({ state: "hidden" })
    await rowInState(admin.place, external_id, "closed")
  })

  it("keeps what was typed into a payout's form if the item leaves the list, and says that it is not possible", async () => {
    const { external_id, id } = await typed("bc".repeat(32))
    const api = await adminApi(admin.place)
    await api.post(`/admin/crypto-payments/payments/${id}/close`, { note: "Sent back by a colleague." })
    await admin.page.waitForResponse((answer) => /\/attention/.test(answer.url()) && answer.ok())
    expect(await drawer().getByLabel("Transaction id").inputValue()).toBe("bc".repeat(32))
    await admin.page.keyboard.press("Escape")
    await admin.page.getByRole("alertdialog").getByRole("button").last().click()
    await item(external_id).waitFor({ state: "hidden" })
  })

  it("asks the shopper for an address, opens the payout's form with it, also on a page that was read before, and shows what to send in a QR code that the store's wallet reads", async () => {
    const { external_id, id } = await payersOf(admin.place).canceledBefore()
    const main = admin.page.locator("main")
    const sendsTo = () => drawer().getByLabel("Sent to address").inputValue()
    await admin.open("/crypto-payments/attention")
    await admin.act(item(external_id), "Ask for an address")
    await drawer().getByRole("button", { name: "Make link" }).click()
    const link = drawer().getByText(/\/crypto-payments\/payouts\//)
    await link.waitFor()
    expect(await admin.findings("[role=dialog]")).toEqual([])
    const shopper = await admin.context.newPage()
    await shopper.goto(String(await link.textContent()))
    expect(await seriousFindings(shopper, "body")).toEqual([])
    await shopper.getByLabel("Your address").fill(WALLETS.LTC)
    await shopper.getByRole("button", { name: "Continue" }).click()
    await reads(shopper.getByRole("alert"), /^This is not an address of this network/)
    await shopper.getByLabel("Your address").fill(WALLETS.DOGE)
    await shopper.getByRole("button", { name: "Continue" }).click()
    await shopper.getByRole("heading", { name: "Is this your address?" }).waitFor()
    expect(await seriousFindings(shopper, "body")).toEqual([])
    await shopper.getByRole("button", { name: "Yes, send it there" }).click()
    await shopper.getByRole("heading", { name: "Thank you. The shop has your address" }).waitFor()
    await shopper.close()
    await admin.page.keyboard.press("Escape")
    await admin.act(item(external_id), "Record payout")
    expect(await sendsTo()).toBe(WALLETS.DOGE)

    await admin.open("/crypto-payments/attention")
    await main.getByText("The shopper entered this address on Dogecoin:").waitFor()
    await admin.open(`/crypto-payments/${id}`)
    await main.getByText("The shopper entered this address on Dogecoin:").waitFor()
    await main.getByText("Asked the shopper for an address").waitFor()
    await admin.act(main, "Record payout")
    expect(await sendsTo()).toBe(WALLETS.DOGE)
    const sent = await drawer().getByLabel("Amount sent").inputValue()
    const code = "[role=dialog] svg[aria-label='QR code for your wallet']"
    expect(await scan(admin.page, code)).toBe(`dogecoin:${WALLETS.DOGE}?amount=${sent}`)
    expect(await admin.findings("[role=dialog]")).toEqual([])
    await admin.page.keyboard.press("Escape")

    await admin.act(main, "Ask for an address")
    await drawer().getByRole("button", { name: "Forget the address and ask again" }).click()
    await link.waitFor()
    await admin.page.keyboard.press("Escape")
    await main.getByText("Address forgotten, asked the shopper again").waitFor()
    expect(await main.getByText("The shopper entered this address").count()).toBe(0)
  })

  it("settles money onto an order that another provider authorized, after a prompt that explains it", async () => {
    const { external_id, id } = await payersOf(admin.place).besidesAnother()
    await admin.open("/crypto-payments/attention")
    const button = item(external_id).getByRole("button", { name: "Settle onto order" })
    const prompt = admin.page.getByRole("alertdialog")
    await button.click()
    await reads(prompt, /The payment of \$25\.50 USD .* is captured on order #\d+ of shopper@example\.com/)
    expect(await admin.findings(prompt)).toEqual([])
    const sentBefore = await admin.sent("POST", /settle-onto-order/, async () => {
      await admin.page.keyboard.press("Escape")
      await prompt.waitFor({ state: "hidden" })
    })
    expect(sentBefore).toBe(0)

    await button.click()
    await prompt.getByRole("button", { name: "Settle onto order" }).click()
    await admin.page.getByText("The money is on its order.").first().waitFor()
    await item(external_id).waitFor({ state: "hidden" })
    const { order_id } = await rowInState(admin.place, external_id, "settled")
    const captured =
      "SELECT capture.amount FROM capture JOIN payment ON payment.id = capture.payment_id JOIN order_payment_collection link ON link.payment_collection_id = payment.payment_collection_id WHERE link.order_id = $1"
    expect(await sql(admin.place, captured, [order_id])).toEqual([{ amount: "25.5" }])

    await admin.open(`/crypto-payments/${id}`)
    await admin.page.getByText("Settled onto the order by hand").waitFor()
    await admin.page.getByText(`by ${admin.place.login.email}`).first().waitFor()
  })

  it("reads the event of a payment that the store never asked for, and closes it", async () => {
    const { url, endpointSecret } = admin.place
    const webhookUrl = `${url}/hooks/crypto-payments/default`
    const payment = `pay_of_another_store_${Date.now()}`
    const lines = Object.fromEntries(Array.from({ length: 30 }, (_, line) => [`line_${line}`, "as it came"]))
    const event = { id: `evt_${payment}`, type: "payment.completed", data: { payment: { id: payment, lines } } }
    expect((await deliver({ webhookUrl, endpointSecret }, event)).status).toBe(200)
    // An event without a payment is retried five times first. This makes each retry due at once.
    await until("the event waits for a person", async () => {
      const given =
        "UPDATE crypto_webhook_event SET next_attempt_at = NULL WHERE state = 'unmatched' AND position($1 in body) > 0 RETURNING id"
      return (await sql(admin.place, given, [payment])).length > 0
    })

    await admin.open("/crypto-payments/attention")
    const row = item(payment).filter({ hasText: "The service reported a payment unknown here" })
    await row.getByText("Payment ID at the service").waitFor()
    await row.getByText(payment, { exact: true }).waitFor()
    await admin.context.grantPermissions(["clipboard-read", "clipboard-write"])
    await row.getByRole("button", { name: "Copy: Payment ID at the service" }).click()
    expect(await admin.page.evaluate(() => navigator.clipboard.readText())).toBe(payment)
    await row.getByText("What the service sent").click()
    await row.getByText(payment).first().waitFor()
    expect(await admin.findings()).toEqual([])
    await admin.act(row, "Close with a note")
    await drawer().getByLabel("Note", { exact: true }).fill("It belongs to our other store.")
    await drawer().getByRole("button", { name: "Close event" }).click()
    await row.waitFor({ state: "hidden" })
  })

  it("reads which connection is missing, how many payments wait and what to do, and opens the payments", async () => {
    const item: AttentionItem = {
      ...{ type: "connection", id: "old", connection: { id: "old", waiting: 7 }, actions: [] },
      ...{ reason: "connection_gone", message: ATTENTION_WORDS.connection_gone, detail: null },
      since: new Date(Date.now() - 3_600_000).toISOString(),
    }
    const answer = { items: [item], count: 1, offset: 0, limit: 20 }
    await admin.page.route("**/admin/crypto-payments/attention?*", (route) => route.fulfill({ json: answer }))
    await admin.open("/crypto-payments/attention")
    const row = admin.page.getByRole("listitem", { name: "The connection is not registered" })
    for (const text of ["old", "7 payments", ATTENTION_WORDS.connection_gone]) {
      await row.getByText(text, { exact: true }).waitFor()
    }
    expect(await admin.findings()).toEqual([])
    await row.getByRole("link", { name: "Show payments" }).click()
    await admin.page.waitForURL(`**/crypto-payments?connection_id=${encodeURIComponent('["old"]')}`)
    await admin.page.unroute("**/admin/crypto-payments/attention?*")
  })

  it("sends one request for a double click on the check button, and keeps the focus on it", async () => {
    const { session } = await payersOf(admin.place).placed({ asset: "BTC" })
    const { id } = await rowInState(admin.place, session.data.payment_id, "awaiting_payment")
    await admin.open(`/crypto-payments/${id}`)
    await freeLookups(admin.place)
    const button = admin.page.getByRole("button", { name: "Check now" })
    const sent = await admin.sent("POST", /\/check$/, async () => {
      await button.dblclick()
      await admin.page.getByText("The service says it is not paid.").first().waitFor()
    })
    expect(sent).toBe(1)
    await admin.page.waitForFunction(() => document.activeElement?.textContent === "Check now")
  })

  describe("as a role allows it", () => {
    const FLAGS = "**/admin/feature-flags"
    const PERMISSIONS = "**/admin/rbac/me/permissions"
    const asRole = async (...permissions: string[]) => {
      await admin.page.route(FLAGS, (route) => route.fulfill({ json: { feature_flags: { rbac: true } } }))
      await admin.page.route(PERMISSIONS, (route) => route.fulfill({ json: { permissions } }))
    }
    afterEach(async () => {
      for (const path of [FLAGS, PERMISSIONS]) await admin.page.unroute(path)
    })

    it("offers only what the role may do, and asks nobody to send money who may not record it", async () => {
      const { id } = await payersOf(admin.place).canceledBefore()
      const main = admin.page.locator("main")
      await asRole("crypto_payment:read", "crypto_payment:update", "crypto_connection:read")
      await admin.open(`/crypto-payments/${id}`)
      await reads(main, /^Your role may not do this: Record payout, Ask for an address\. .+ send no money yourself\.$/)
      await main.getByRole("button", { name: "Close with a note" }).waitFor()
      expect(await main.getByText(/Send the money back/).count()).toBe(0)
      await admin.open("/settings/crypto-payments/default/keys")
      await reads(drawer(), /“crypto_connection update”/)
      await admin.page.keyboard.press("Escape")
      await main.getByText("Ready to sell").waitFor()
      expect(await main.getByRole("button", { name: /^(Test connection|Actions: )/ }).count()).toBe(0)
    })

    it("says which policy is missing where the role may see nothing", async () => {
      const ours = "**/admin/crypto-payments/**"
      const refusal = { type: "forbidden", message: "Forbidden" }
      await admin.page.route(ours, (route) => route.fulfill({ status: 403, json: refusal }))
      for (const path of ["/crypto-payments", "/crypto-payments/attention", "/crypto-payments/totals"]) {
        await admin.open(path)
        await admin.page.getByRole("alert").getByText("It lacks the policy “crypto_payment read”.").waitFor()
      }
      await admin.open("/settings/crypto-payments/default")
      await admin.page.getByText("crypto_connection read").waitFor()
      expect(await admin.page.getByRole("button", { name: "Try again" }).count()).toBe(0)
      expect(await admin.findings()).toEqual([])
      await admin.page.unroute(ours)
    })
  })

  describe("the crypto payment on an order's page", () => {
    it("shows its address, network and history, and records a partial payout once as a refund in Medusa", async () => {
      const { orderId, session, row } = await payersOf(admin.place).settled({ asset: "USDT", chain: "polygon" })
      await admin.open(`/orders/${orderId}`)
      await admin.page.getByText(session.data.address).first().waitFor()
      await admin.page.getByText("USDT on Polygon").first().waitFor()
      await admin.page.getByText("A signed event of the service said so.").first().waitFor()
      await admin.page.getByText(row.external_id, { exact: true }).waitFor()

      await admin.act(admin.section("Crypto payment"), "Record payout")
      await admin.fill({ "Value in": "5.50" })
      expect(await drawer().getByLabel("Amount sent").inputValue()).toBe("5.5")
      await admin.fill({
        "Sent to address": "0x000000000000000000000000000000000000dEaD",
        "Transaction id": `0x${"cd".repeat(32)}`,
      })
      const sent = await admin.sent("POST", /\/payouts$/, async () => {
        await admin.page.keyboard.press("ControlOrMeta+Enter")
        await admin.page.keyboard.press("ControlOrMeta+Enter")
        await drawer().waitFor({ state: "hidden" })
      })
      expect(sent).toBe(1)
      await admin.page.getByText("Refunded in Medusa").first().waitFor()
      const refunds =
        "SELECT refund.amount FROM refund JOIN payment ON payment.id = refund.payment_id WHERE payment_session_id = $1"
      expect(await sql(admin.place, refunds, [session.id])).toEqual([{ amount: "5.5" }])
    })

    it("asks for confirmation before an admin records more than the overpaid amount", async () => {
      const { page, place } = admin
      const { orderId, session } = await payersOf(place).placed({ asset: "BTC" }, { quantity: 2 })
      await sandboxOf(place).pay(session.data.payment_id)
      const { id } = await rowInState(place, session.data.payment_id, "settled")
      await editQuantity(await adminApi(place), orderId, 1)
      const untilReason = (reason: string | null) =>
        until(`the payment's reason is ${reason}`, async () => {
          const marked = "SELECT id FROM crypto_payment WHERE id = $1 AND attention_reason IS NOT DISTINCT FROM $2"
          return (await sql(place, marked, [id, reason])).length > 0
        })
      await untilReason("order_overpaid")

      await admin.open(`/crypto-payments/${id}`)
      const due = page.locator("main").getByText(/^Send back \$15\.50 USD = 0\.\d+ BTC$/)
      await due.waitFor()
      expect(await page.getByText(/\+15\.50 USD|can still be sent back/).count()).toBe(0)
      await page.locator("main").getByRole("button", { name: "Record payout" }).click()
      await drawer().getByText("More was paid than the order costs").waitFor()
      const amount = drawer().getByLabel(/Value in/)
      expect(await amount.inputValue()).toBe("15.50")
      await amount.fill("25.00")
      await page.keyboard.press("Escape")
      const leave = page.getByRole("alertdialog")
      await leave.getByRole("button", { name: "Cancel" }).click()
      await leave.waitFor({ state: "hidden" })
      expect(await amount.inputValue()).toBe("25.00")
      await admin.fill({ "Sent to address": WALLETS.BTC, "Transaction id": "ab".repeat(32) })
      await drawer().getByRole("button", { name: "Record payout" }).click()
      const question = page.getByRole("alertdialog")
      await question.getByText("The order was overpaid by $15.50 USD, and you entered $25.00 USD.").waitFor()
      expect(await admin.findings(question)).toEqual([])
      await question.getByRole("button", { name: "Change them" }).click()
      await question.waitFor({ state: "hidden" })
      await amount.fill("15.50")
      // The amount to send still follows, so nothing is asked this time.
      await drawer().getByRole("button", { name: "Record payout" }).click()
      await untilReason(null)
    })

    it("shows a duplicate payment first, with a payout button that the payment of the order does not have", async () => {
      const { page } = admin
      const { kept, twice } = await payersOf(admin.place).paidTwice()
      await admin.open(`/orders/${kept.order_id}`)
      const parts = page.locator("main div.divide-y")
      const part = ({ id }: { id: string }) =>
        parts.filter({ has: page.locator(`a[href$="/crypto-payments/${id}"]`) }).last()
      await part(twice).getByText("Paid, but the order no longer waits for it").first().waitFor()
      await part(twice).getByRole("button", { name: "Record payout" }).waitFor()
      await part(kept).getByRole("button", { name: "More actions" }).waitFor()
      expect(await part(kept).getByRole("button", { name: "Record payout" }).count()).toBe(0)
      const alert = page.locator("main").getByRole("link", { name: "Paid, but the order no longer waits for it" })
      expect(await alert.getAttribute("href")).toBe(`/app/crypto-payments/${twice.id}`)
      const top = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().top)
      expect(await top(alert)).toBeLessThan(await top(page.locator("main").getByRole("heading", { name: /^#\d+$/ })))
      const widget = admin.section("Crypto payments")
      const places = await widget
        .getByRole("link", { name: /: open payment$/ })
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.split("/").pop()))
      expect(places).toEqual([twice.id, kept.id])
      expect(await admin.findings(widget)).toEqual([])
    })

    it("is not shown on an order with another provider", async () => {
      const { store } = payersOf(admin.place)
      const cart = await store.makeCart({ region: "eur" })
      await store.openSession(cart, { provider: "pp_system_default" })
      const done = await store.placeOrder(cart)
      await admin.open(`/orders/${done.orderId}`)
      expect(await admin.page.getByRole("heading", { name: /Crypto payment/ }).count()).toBe(0)
    })
  })
})
