import { readFileSync } from "node:fs"
import { describeAdmin } from "./support/admin"
import { payersOf } from "./support/payer"

describeAdmin("the list of crypto payments", (admin) => {
  const rows = () => admin.page.locator("main tbody tr")

  it("finds a payment by its id, its address, its order and its e-mail address", async () => {
    const { displayId, session } = await payersOf(admin.place).placed({ asset: "DASH" })
    const { payment_id, address } = session.data
    const line = rows().filter({ hasText: `#${displayId}` })
    for (const q of [payment_id.slice(0, -2), address.slice(0, 20), `#${displayId}`, "shopper@example.com"]) {
      await admin.open(`/crypto-payments?q=${encodeURIComponent(q)}`)
      await line.waitFor()
    }
    await admin.open("/crypto-payments?q=nobody@example.com")
    await admin.page.getByText("No results").waitFor()
    expect(await admin.findings()).toEqual([])
  })

  it("exports what is selected as CSV", async () => {
    const { displayId, session } = await payersOf(admin.place).placed({ asset: "LTC" })
    await admin.open(`/crypto-payments?q=${encodeURIComponent(session.data.payment_id)}`)
    await rows()
      .filter({ hasText: `#${displayId}` })
      .waitFor()
    const [download] = await Promise.all([
      admin.page.waitForEvent("download"),
      admin.page.getByRole("button", { name: "Export" }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^crypto-payments-\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\r\n")
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(session.data.payment_id)
    expect(lines[1]).toContain(session.data.address)
  })

  it("opens a payment's own page, with its address, its network and what happened to it", async () => {
    const { row: settled, session } = await payersOf(admin.place).settled({ asset: "BTC" })
    await admin.open(`/crypto-payments/${settled.id}`)
    await admin.page.getByText(session.data.address).first().waitFor()
    await admin.page.getByText("Test network").waitFor()
    await admin.page.getByText("A signed event of the service said so.").waitFor()
    await admin.page.getByRole("listitem").getByText("Settled", { exact: true }).waitFor()
    expect(await admin.findings()).toEqual([])
  })
})
