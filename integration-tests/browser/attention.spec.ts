import { describeAdmin } from "./support/admin"
import { payersOf, rowInState, sql } from "./support/payer"

describeAdmin("an admin with payments that need a person", (admin) => {
  const item = (externalId: string) =>
    admin.page.locator("main li").filter({ has: admin.page.getByText(externalId, { exact: true }) })
  const drawer = () => admin.page.getByRole("dialog")

  it("reads what happened and what can be done, and how many there are", async () => {
    const { external_id } = await payersOf(admin.place).sessionGone()
    await admin.open("/crypto-payments/attention")
    await item(external_id).getByText("Paid, but no order waits for this money").waitFor()
    const [{ count }] = (await sql<{ count: string }>(
      admin.place,
      "SELECT count(*) FROM crypto_payment WHERE attention_reason IS NOT NULL AND deleted_at IS NULL",
    )) as [{ count: string }]
    await admin.page.getByText(new RegExp(`^${count} open item`)).waitFor({ state: "attached" })
    expect(await admin.findings()).toEqual([])
  })

  it("closes one with a note, which is kept with who and when", async () => {
    const { external_id, id } = await payersOf(admin.place).sessionGone()
    await admin.open("/crypto-payments/attention")
    await act(item(external_id), "Close with a note")
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

  it("records a payout for money that came after its order was canceled, and the item is done", async () => {
    const { external_id, id } = await payersOf(admin.place).canceledBefore()
    await admin.open(`/crypto-payments/${id}`)
    await act(admin.page.locator("main"), "Record payout")
    await drawer().getByLabel("Amount sent").fill("100.5")
    await drawer().getByLabel("Sent to address").fill("nTheShoppersOwnAddress")
    await drawer().getByLabel("Transaction id").fill(`tx-${external_id}`)
    expect(await admin.findings("[role=dialog]")).toEqual([])
    await drawer().getByRole("button", { name: "Record payout" }).click()
    await drawer().waitFor({ state: "hidden" })
    await rowInState(admin.place, external_id, "closed")
    await admin.page.getByText(`tx-${external_id}`).first().waitFor()
    expect(await admin.findings()).toEqual([])
  })

  /** Clicks an act where it stands: as the button, or in the menu beside it. */
  async function act(where: ReturnType<typeof item>, name: string): Promise<void> {
    const button = where.getByRole("button", { name, exact: true }).first()
    const menu = where.getByRole("button", { name: "More actions" }).first()
    await button.or(menu).first().waitFor()
    if (await button.isVisible()) return button.click()
    await menu.click()
    await admin.page.getByRole("menuitem", { name }).click()
  }
})

describeAdmin("the crypto payment on an order's page", (admin) => {
  const drawer = () => admin.page.getByRole("dialog")

  it("shows address, network, amount and what happened, and takes a partial refund onto the order's books", async () => {
    const { orderId, session, row } = await payersOf(admin.place).settled({ asset: "USDT", chain: "polygon" })
    await admin.open(`/orders/${orderId}`)
    await admin.page.getByText(session.data.address).first().waitFor()
    await admin.page.getByText("USDT on Polygon").first().waitFor()
    await admin.page.getByText("A signed event of the service said so.").first().waitFor()

    const more = admin.page.getByRole("button", { name: "More actions" }).last()
    const record = admin.page.getByRole("button", { name: "Record payout" }).last()
    await record.or(more).last().waitFor()
    if (await record.isVisible()) await record.click()
    else {
      await more.click()
      await admin.page.getByRole("menuitem", { name: "Record payout" }).click()
    }
    await drawer()
      .getByLabel(/Refunded amount/)
      .fill("5.50")
    await drawer().getByLabel("Amount sent").fill("5.49")
    await drawer().getByLabel("Sent to address").fill("0x000000000000000000000000000000000000dEaD")
    await drawer().getByLabel("Transaction id").fill(`0x${row.id}`)
    await drawer().getByRole("button", { name: "Record payout" }).click()
    await drawer().waitFor({ state: "hidden" })
    await admin.page.getByText("Refunded in Medusa").first().waitFor()
    const refunds =
      "SELECT refund.amount FROM refund JOIN payment ON payment.id = refund.payment_id WHERE payment_session_id = $1"
    expect(await sql(admin.place, refunds, [session.id])).toEqual([{ amount: "5.5" }])
  })

  it("is not there on an order that was paid another way", async () => {
    const { store } = payersOf(admin.place)
    const cart = await store.makeCart({ region: "eur" })
    await store.openSession(cart, { provider: "pp_system_default" })
    const done = await store.complete(cart)
    if (done.type !== "order") throw new Error(done.error.message)
    await admin.open(`/orders/${done.orderId}`)
    expect(await admin.page.getByRole("heading", { name: /Crypto payment/ }).count()).toBe(0)
  })
})
