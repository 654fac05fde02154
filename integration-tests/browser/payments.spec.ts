import { readFileSync } from "node:fs"
import { type Days, totalsRange } from "../../src/core/payment/reports"
import { editQuantity } from "../support/order-changes"
import { payoutOf } from "../support/payout"
import { until } from "../support/until"
import { describeAdmin } from "./support/admin"
import { adminApi, payersOf, rowInState, sandboxOf, sql } from "./support/payer"
import { PAID_FIRST_CONNECTION } from "./support/place"

describeAdmin("the list of crypto payments", (admin) => {
  const rows = () => admin.page.locator("main tbody tr")
  const rowOf = (displayId: number) => rows().filter({ has: admin.page.getByText(`#${displayId}`, { exact: true }) })

  /** Presses a button, and returns the file that the browser saves. */
  const downloaded = async (button: string) => {
    const [file] = await Promise.all([
      admin.page.waitForEvent("download"),
      admin.page.getByRole("button", { name: button, exact: true }).click(),
    ])
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") }
  }

  it("finds a payment by its order, shows when it is paid, and exports it as CSV", async () => {
    const { displayId, session } = await payersOf(admin.place).placed({ asset: "USDC", chain: "base" })
    const { payment_id, address } = session.data
    const line = rowOf(displayId)
    await admin.open(`/crypto-payments?q=${encodeURIComponent(`#${displayId}`)}`)
    await line.getByText("Awaiting payment").waitFor()
    await sandboxOf(admin.place).pay(payment_id)
    await rowInState(admin.place, payment_id, "settled")
    // The page reloads its data when its window is shown again.
    await admin.page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")))
    await line.getByText("Settled").waitFor()
    await line.getByText(/Base/).waitFor()
    const { name, text } = await downloaded("Export")
    expect(name).toMatch(/^crypto-payments-\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = text.trim().split("\r\n")
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(payment_id)
    expect(lines[1]).toContain(address)

    await admin.open("/crypto-payments?q=nobody@example.com")
    await admin.page.getByText("No results").waitFor()
    // As in links of mails: a known connection, a removed one, and an empty value.
    for (const connection of ["default", "gone", ""]) {
      await admin.open(`/crypto-payments?connection_id=${connection}`)
      await admin.page.getByRole("link", { name: "Totals" }).waitFor()
    }
    expect(await admin.findings()).toEqual([])
  })

  it("shows a payment's address, network and history, and marks replaced and sent back ones in the list", async () => {
    const payers = payersOf(admin.place)
    const { row, session } = await payers.settled({ asset: "BTC" })
    const cart = await payers.store.makeCart()
    const { data: replaced } = await payers.store.openSession(cart, { asset: "LTC" })
    await payers.store.openSession(cart, { asset: "DOGE" })
    const badges = async (id: string): Promise<string[]> => {
      await admin.open(`/crypto-payments?q=${encodeURIComponent(id)}`)
      const names = /^(Replaced|Partly sent back|Sent back)$/
      await rows().getByText(names).first().waitFor()
      return rows().getByText(names).allTextContents()
    }
    const sendBack = async (amount: string, transaction: string) =>
      (await adminApi(admin.place)).post(
        `/admin/crypto-payments/payments/${row.id}/payouts`,
        payoutOf(amount, transaction),
      )
    await admin.open(`/crypto-payments/${row.id}`)
    await admin.page.getByText(session.data.address).first().waitFor()
    await admin.page.getByText("Test network").waitFor()
    await admin.page.getByText("A signed event of the service said so.").waitFor()
    await admin.page.getByRole("listitem").getByText("Settled", { exact: true }).waitFor()
    expect(await badges(replaced.payment_id)).toEqual(["Replaced"])
    await sendBack("5", "1a".repeat(32))
    expect(await badges(session.data.payment_id)).toEqual(["Partly sent back"])
    await sendBack("20.50", "2b".repeat(32))
    expect(await badges(session.data.payment_id)).toEqual(["Sent back"])
  })

  it("adds up live and test money separately by month, filters by connection, and exports totals, records and a statement", async () => {
    const payers = payersOf(admin.place)
    const [{ row: live }, { row: test }] = [
      await payers.settled({ asset: "LTC" }),
      await payers.settled({ asset: "BTC" }),
    ]
    const moved = "UPDATE crypto_payment SET completed_at = '2021-02-28T23:59:59Z', test_mode = $1 WHERE id = $2"
    await sql(admin.place, moved, [false, live.id])
    await sql(admin.place, moved, [true, test.id])
    await admin.open("/crypto-payments/totals?from=2021-02-01&to=2021-02-28")
    const lines = (name: string) => admin.page.getByRole("table", { name }).locator("tbody tr").allInnerTexts()
    await admin.page.getByRole("table", { name: "Live" }).waitFor()
    expect(await lines("Live")).toEqual([expect.stringMatching(/February 2021\s+LTC\s+1\s+\$25\.50 USD\s+0\.\d+ LTC/)])
    expect(await lines("Test")).toEqual([expect.stringMatching(/February 2021\s+BTC\s+1\s+\$25\.50 USD\s+0\.\d+ BTC/)])
    await admin.page.getByText("Received: $25.50 USD (1)").first().waitFor()
    await admin.page.getByRole("table", { name: "Live" }).getByRole("link", { name: "1" }).click()
    const found = rows().locator('a[href*="/cpay_"]')
    await found.first().waitFor()
    const counted = await found.evaluateAll((links) => links.map((link) => link.getAttribute("href")))
    expect(counted).toEqual([`/app/crypto-payments/${live.id}`])
    await admin.page.goBack()
    await admin.page.getByRole("table", { name: "Live" }).waitFor()
    const totals = await downloaded("Export")
    expect(totals.name).toBe("crypto-totals-2021-02-01-2021-02-28.csv")
    expect(totals.text).toMatch(/2021-02,false,LTC,USD,1,.+2021-02,true,BTC,USD,1,/s)
    const records = await downloaded("Export records")
    expect(records.name).toBe("crypto-records-2021-02-01-2021-02-28.csv")
    expect(records.text).toContain(live.id)
    expect(records.text).toContain(test.id)
    const statement = await downloaded("Export statement")
    expect(statement.name).toBe("crypto-statement-2021-02-01-2021-02-28.csv")
    const line = `,2021-02-28T23:59:59.000Z,payment,\\d+,${live.external_id},25.50,,25.50`
    expect(statement.text).toMatch(new RegExp(`^default,false,USD${line}\r$`, "m"))

    const connection = admin.page.getByRole("combobox", { name: "Connection" })
    const choose = async (name: string) => {
      await connection.click()
      await admin.page.getByRole("option", { name }).click()
    }
    expect(await connection.innerText()).toBe("All connections")
    // Another test changes the name of the second connection.
    await choose(PAID_FIRST_CONNECTION)
    await admin.page.getByText("Nothing on these days").waitFor()
    expect(await admin.findings()).toEqual([])
    await choose("default")
    await admin.page.getByRole("table", { name: "Live" }).waitFor()
    const asked = Object.fromEntries(new URL(admin.page.url()).searchParams)
    expect(asked).toEqual({ from: "2021-02-01", to: "2021-02-28", connection_id: '["default"]' })
    await choose("All connections")
    await admin.page.waitForURL((url) => !url.searchParams.has("connection_id"))

    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await admin.page.route("**/totals?*", (route) => held.then(() => route.continue()))
    await admin.page.getByLabel("From", { exact: true }).fill("2021-02-02")
    // The former days' sums are not shown as those of the new days.
    await admin.page.getByRole("table", { name: "Live" }).waitFor({ state: "hidden" })
    goOn()
    await admin.page.getByRole("table", { name: "Live" }).waitFor()
    await admin.page.unroute("**/totals?*")

    await admin.page.getByLabel("From", { exact: true }).fill("2018-01-01")
    await admin.page.getByRole("alert").getByText("at most 24 months").waitFor()
    await admin.page.getByLabel("To", { exact: true }).fill("2018-02-28")
    await admin.page.getByText("Nothing on these days").waitFor()

    await admin.page.getByLabel("To", { exact: true }).fill("")
    const usual = () => {
      const { from, to } = totalsRange({}, new Date()) as Days
      return `${from},${to}`
    }
    const before = usual()
    await admin.page.getByRole("link", { name: "Totals" }).click()
    const fields = () => Array.from(document.querySelectorAll<HTMLInputElement>("input[type=date]"), (one) => one.value)
    // The day may have ended meanwhile.
    await until("the days are the usual ones", async () =>
      [before, usual()].includes((await admin.page.evaluate(fields)).join()),
    )
  })

  it("says what the order of a paid payment owes since an edit", async () => {
    const { orderId, row } = await payersOf(admin.place).settled({ asset: "BTC" })
    await editQuantity(await adminApi(admin.place), orderId, 2)
    await admin.open(`/crypto-payments/${row.id}`)
    await admin.page.getByText("Still owed on the order").waitFor()
    await admin.page.getByText("$15.50 USD").waitFor()
    expect(await admin.findings()).toEqual([])
  })
})
