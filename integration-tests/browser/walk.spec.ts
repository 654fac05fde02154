import type { Page } from "playwright-core"
import { describeAdmin } from "./support/admin"
import { payersOf, rowInState, sandboxOf, seen } from "./support/payer"
import { heading, openShop, payment, paymentOf, toPayment } from "./support/shop"
import { describeShopper, findings } from "./support/shopper"

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true })
const allVisible = async (page: Page, texts: string[]): Promise<void> => {
  for (const text of texts) await page.getByText(text).first().waitFor()
}

describeShopper("the example shop", (shopper) => {
  it("sells a product, from the shelf to a paid order, without serious findings of axe", async () => {
    const { place } = shopper
    const page = await openShop(shopper)
    const found: string[] = []
    await toPayment(page, async () => found.push(...(await findings(page))))
    await page.getByLabel("USDC on Base").check()
    await page.getByRole("button", { name: "Place the order and pay" }).click()
    await heading(page, /waits for its payment/).waitFor()
    await payment(page).getByText("Send only USDC on Base.").waitFor()
    found.push(...(await findings(page)))

    await sandboxOf(place).pay(await paymentOf(page, place))
    await heading(page, /is paid\. Thank you!$/).waitFor()
    await payment(page).getByRole("heading", { name: "Paid" }).waitFor()
    found.push(...(await findings(page)))
    expect(found).toEqual([])

    await page.reload()
    await heading(page, /is paid\. Thank you!$/).waitFor()
    await page.getByRole("link", { name: "Cart", exact: true }).click()
    await heading(page, "Your cart is empty").waitFor()
  })
})

describeShopper("the pay page", (shopper) => {
  it("shows the payment from waiting to paid while it is open, and still shows paid in a new tab", async () => {
    const { path, data } = await shopper.order({ asset: "USDC", chain: "base" })
    const page = await shopper.newPage()
    await page.goto(path)
    await title(page, "Pay with USDC").waitFor()
    await allVisible(page, ["Send only USDC on Base.", data.pay_amount.display, "$25.50"])
    expect(await page.getByRole("link", { name: "Open in wallet" }).getAttribute("href")).toBe(data.uri)
    expect(await findings(page)).toEqual([])

    await seen(shopper.place, data.payment_id, 2)
    await title(page, "We see your payment").waitFor()
    await page.getByText("Confirmations so far: 2").waitFor()
    await page.getByRole("status").getByText("We see your payment").waitFor()
    expect(await findings(page)).toEqual([])

    await sandboxOf(shopper.place).pay(data.payment_id)
    await rowInState(shopper.place, data.payment_id, "settled")
    await title(page, "Paid").waitFor()
    await page.getByRole("status").getByText("Paid").waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1")
    expect(await page.title()).toMatch(/^Paid · \$25\.50 · Order \d+ · .+$/)
    expect(await findings(page)).toEqual([])

    await page.close()
    const again = await shopper.newPage()
    await again.goto(path)
    await title(again, "Paid").waitFor()
  })
})

describeAdmin("the list of crypto payments", (admin) => {
  it("updates an open list from awaiting payment to settled", async () => {
    const { place, page } = admin
    const { displayId, session } = await payersOf(place).placed({ asset: "USDC", chain: "base" })
    await admin.open(`/crypto-payments?q=${encodeURIComponent(session.data.payment_id)}`)
    const line = page.locator("main tbody tr").filter({ has: page.getByText(`#${displayId}`, { exact: true }) })
    await line.getByText("Awaiting payment").waitFor()
    await sandboxOf(place).pay(session.data.payment_id)
    await rowInState(place, session.data.payment_id, "settled")
    // The page reloads its data when its window is shown again.
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")))
    await line.getByText("Settled").waitFor()
    await line.getByText(/Base/).waitFor()
    expect(await admin.findings()).toEqual([])
  })
})
