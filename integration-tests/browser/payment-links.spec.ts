import type { Browser } from "playwright-core"
import { convertDraft, draftOrder } from "../faults/support/stories/draft-order"
import { describeAdmin } from "./support/admin"
import { adminApi, payersOf, rowInState, sandboxOf, seen, sql } from "./support/payer"

describeAdmin("an order that an admin created by phone", (admin) => {
  const widget = () => admin.section("Crypto payment")
  const api = () => adminApi(admin.place)
  const phoned = async (email: string) => {
    const staff = { admin: await api(), seed: admin.place.seed }
    const orderId = await draftOrder(staff, email)
    await convertDraft(staff, orderId)
    return orderId
  }
  const paymentOf = async (orderId: string) => {
    const asked = "SELECT external_id, asset FROM crypto_payment WHERE order_id = $1"
    const [row] = await sql<{ external_id: string; asset: string }>(admin.place, asked, [orderId])
    if (!row) throw new Error("the order has no payment")
    return row
  }

  it("is captured after the admin asks with a payment link and the shopper chooses LTC and pays", async () => {
    const { page, place } = admin
    const orderId = await phoned("phone@example.com")
    await admin.open(`/orders/${orderId}`)
    await page.getByText("This order owes $41.00 USD.").waitFor()
    expect(await admin.findings(widget())).toEqual([])
    await page.getByRole("button", { name: "Ask for crypto payment" }).click()
    await page.getByText("Shopper chooses", { exact: true }).waitFor()
    const letter = await page.getByRole("link", { name: "Send by e-mail" }).getAttribute("href")
    expect(letter).toMatch(/^mailto:phone%40example\.com\?subject=/)
    const url = /https?:\S+/.exec(decodeURIComponent(letter as string))?.[0] as string
    await page.getByText(url).waitFor()
    expect(await admin.findings(widget())).toEqual([])

    const browser = page.context().browser() as Browser
    const withoutScripts = await browser.newContext({ javaScriptEnabled: false })
    const shopper = await withoutScripts.newPage()
    await shopper.goto(url)
    await shopper.getByRole("heading", { level: 1, name: "Choose what to pay with" }).waitFor()
    await shopper.getByRole("button", { name: "Litecoin" }).click()
    await shopper.getByText("Send only LTC on Litecoin.").waitFor()
    expect(shopper.url()).toBe(url)
    await withoutScripts.close()

    await page.getByText("Awaiting payment", { exact: true }).first().waitFor()
    const { external_id, asset } = await paymentOf(orderId)
    expect(asset).toBe("LTC")
    const mail = page.getByRole("link", { name: "Send by e-mail" })
    await mail.waitFor()
    await seen(place, external_id, 1)
    await page.getByText("Confirming", { exact: true }).first().waitFor()
    await mail.waitFor({ state: "detached" })
    await sandboxOf(place).pay(external_id)
    await rowInState(place, external_id, "settled")
    await page.getByText("Settled", { exact: true }).first().waitFor()
    const { order } = await (await api()).get(`/admin/orders/${orderId}?fields=payment_status`)
    expect(order.payment_status).toBe("captured")
  })

  it("shows that its payment link needs attention, not that it is paid, when the money needs attention", async () => {
    const { page, place } = admin
    const orderId = await phoned("held@example.com")
    const { payment_link } = await (await api()).post(`/admin/crypto-payments/orders/${orderId}/payment-link`)
    const token = payment_link.link.url.split("/").pop()
    await payersOf(place).store.post(`/store/crypto-payments/${token}/quote`, { asset: "LTC" })
    const { external_id } = await paymentOf(orderId)
    // One dollar in cash, so the order owes less than the shopper sends.
    const cash = { order_id: orderId, amount: 1 }
    const { payment_collection } = await (await api()).post("/admin/payment-collections", cash)
    await (await api()).post(`/admin/payment-collections/${payment_collection.id}/mark-as-paid`, { order_id: orderId })
    await sandboxOf(place).pay(external_id)
    await rowInState(place, external_id, "attention")

    await admin.open(`/orders/${orderId}`)
    const link = widget()
      .locator("div.grid")
      .filter({ has: page.getByText("Payment link", { exact: true }) })
      .last()
    await link.getByText("Needs attention", { exact: true }).waitFor()
    await widget().getByText("has arrived and is not on the order yet", { exact: false }).waitFor()
    expect(await link.getByText("Paid", { exact: true }).count()).toBe(0)
    expect(await admin.findings(widget())).toEqual([])
  })

  it("gets a payment link as a draft, after the admin agrees that it becomes an order", async () => {
    const { page, place } = admin
    const orderId = await draftOrder({ admin: await api(), seed: place.seed }, "draft@example.com")
    await admin.open(`/draft-orders/${orderId}`)
    await page.getByText("This draft comes to $41.00 USD.").waitFor()
    expect(await admin.findings(widget())).toEqual([])
    const ask = page.getByRole("button", { name: "Ask for crypto payment" })
    const question = page.getByRole("alertdialog")
    const asked = await admin.sent("POST", /convert-to-order|payment-link/, async () => {
      await ask.click()
      await question.getByText(/reserves its stock, which cannot be undone/).waitFor()
      expect(await admin.findings(question)).toEqual([])
      await question.getByRole("button", { name: "Cancel" }).click()
      await question.waitFor({ state: "hidden" })
    })
    expect(asked).toBe(0)

    await ask.click()
    await question.getByRole("button", { name: "Convert and ask" }).click()
    await page.waitForURL(`**/app/orders/${orderId}`)
    await page.getByText("Shopper chooses", { exact: true }).waitFor()
    await page.getByRole("link", { name: "Send by e-mail" }).waitFor()
    const { order } = await (await api()).get(`/admin/orders/${orderId}?fields=is_draft_order`)
    expect(order.is_draft_order).toBe(false)
  })
})
