import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { contextOf } from "../../src/workflows/context"
import { whatIsOpen } from "../../src/workflows/health/read-health"
import { convertDraft, draftOrder } from "../faults/support/stories/draft-order"
import { undocumented } from "../openapi/validator"
import { expireQuote, minutesFromNow } from "../support/clock"
import { cryptoPayments, payUntil, placeNoted, placePaid, rowInState, rowOfToken } from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { knexOf } from "../support/module-rows"
import { openOn, orderChanges } from "../support/order-changes"
import { expectRefused, shopperOf, statusPath } from "../support/shopper"

describeShop("a payment link for an order", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(NO_REFUND_BY_SOFTWARE)

  const pathOf = (orderId: string) => `/admin/crypto-payments/orders/${orderId}/payment-link`
  const read = async (orderId: string) => (await shop.admin.get(pathOf(orderId))).payment_link
  const ask = async (orderId: string, body: object = {}) => (await shop.admin.post(pathOf(orderId), body)).payment_link
  const tokenOf = ({ link }: { link: { url: string } }) => link.url.split("/").pop() as string
  const answerOf = (token: string) => shop.store.get(statusPath(token))
  /** An order of 41.00 USD that an admin made by phone. */
  const phoneOrder = async () => {
    const orderId = await draftOrder(shop, "phone@example.com")
    await convertDraft(shop, orderId)
    return orderId
  }
  const paymentOf = (token: string) => rowOfToken(shop.container, token)
  const pay = async (token: string) => {
    const { external_id } = await paymentOf(token)
    await payUntil(shop, external_id, "settled")
    // Medusa writes to the order, and our subscribers then read it, a moment later.
    await cryptoPayments(shop.container).drain.idle()
  }
  const page = async (token: string) => (await shopperOf(shop).ask(`/crypto-payments/${token}`)).text()
  const news = async (token: string) => {
    const path = `/crypto-payments/${token}`
    const answer = await shopperOf(shop).ask(path, { accept: "application/json" })
    const body = await answer.json()
    expect(undocumented("GET", path, answer.status, body)).toEqual([])
    return { ...body, ...(body.payment ?? body.link) }
  }
  /** Sends the page's form without a script. */
  const submit = (token: string, body?: string) => {
    const type = { "content-type": "application/x-www-form-urlencoded" }
    return shopperOf(shop).ask(`/crypto-payments/${token}`, type, { method: "POST", body, redirect: "manual" })
  }
  const openLinks = async () => (await whatIsOpen(contextOf(shop.container))).links
  const collectionsOf = async (orderId: string) => (await shop.orderOf(orderId)).collections

  it("stays the same when it is requested again, and is open until the shopper chooses LTC, whose payment is captured", async () => {
    const orderId = await phoneOrder()
    const outstanding = expect.objectContaining({ minor: "4100" })
    expect(await read(orderId)).toEqual({ order_id: orderId, can_ask: true, refusal: null, link: null, outstanding })
    const before = shopperOf(shop).created()
    const [first, second] = await Promise.all([ask(orderId), ask(orderId)])
    const created_by = { email: expect.any(String) }
    expect(first.link).toMatchObject({ state: "open", connection_id: "default", created_by })
    expect(second.link.url).toBe(first.link.url)
    expect(await read(orderId)).toEqual(first)
    expect(tokenOf(first)).toMatch(/^[\w-]{22}$/)
    const answer = await answerOf(tokenOf(first))
    expect(answer).toMatchObject({ token: tokenOf(first), payment: null })
    expect(answer.link).toMatchObject({ amount: { minor: 4100, currency: "USD", display: "41.00" }, state: "expired" })
    expect(answer.link.options.map(({ asset }: { asset: string }) => asset)).toContain("LTC")
    expect((await news(tokenOf(first))).options).toEqual(answer.link.options)
    expect(shopperOf(shop).created()).toBe(before)

    const token = tokenOf(first)
    expect(await openLinks()).toBe(1)
    const quote = await shopperOf(shop).renew(token, { asset: "LTC" })
    expect(quote.payment).toMatchObject({ asset: "LTC", status: "waiting", amount: { minor: 4100 } })
    expect(await paymentOf(quote.token)).toMatchObject({ order_id: orderId })
    expect((await read(orderId)).link).toMatchObject({ state: "waiting" })
    // The link now leads to that payment.
    expect(await answerOf(token)).toMatchObject({ token: quote.token, payment: { address: quote.payment.address } })
    await pay(quote.token)
    expect((await shop.paidOrder(orderId)).captures.map(({ amount }) => amount)).toEqual([41])
    expect(await read(orderId)).toMatchObject({ outstanding: null, link: { state: "paid" } })
    expect(await answerOf(token)).toMatchObject({ payment: { status: "paid", address: null } })
    expect(await openLinks()).toBe(0)
    await expectRefused(ask(orderId), "nothing_owed")
  })

  it("creates one payment for two concurrent requests, replaces it when another asset is chosen, and takes its late money", async () => {
    const orderId = await phoneOrder()
    const token = tokenOf(await ask(orderId))
    const { renew } = shopperOf(shop)
    const [one, two] = await Promise.all([renew(token, { asset: "LTC" }), renew(token, { asset: "LTC" })])
    expect(two.token).toBe(one.token)
    const other = await renew(token, { asset: "USDC", chain: "base" })
    expect(other.payment).toMatchObject({ asset: "USDC", amount: { minor: 4100 } })
    const { payment_collection_id } = await paymentOf(one.token)
    expect(await paymentOf(other.token)).toMatchObject({ payment_collection_id })
    expect(await shopperOf(shop).view(one.token)).toMatchObject({ state: "replaced", address: null })
    const { external_id } = await paymentOf(one.token)
    await expireQuote(shop, external_id)
    shop.sandbox.payLate(external_id)
    await rowInState(shop.container, external_id, "settled")
    expect((await read(orderId)).link.state).toBe("paid")
  })

  it("asks for the difference after an edit of a paid order, on Medusa's own collection, and mentions no expired price", async () => {
    const { orderId, token } = await placeNoted(shop)
    await shopperOf(shop).renew(token, { asset: "LTC" })
    await pay(token)
    await orderChanges(shop).editQuantity(orderId, 2)
    const collections = await collectionsOf(orderId)
    const asked = await ask(orderId)
    expect(asked).toMatchObject({ outstanding: { display: "15.50" }, link: { state: "open" } })
    const shown = await page(tokenOf(asked))
    expect(shown).toContain("Choose what to pay with")
    expect(shown).not.toMatch(/has expired|does not appear here/)
    const quote = await shopperOf(shop).renew(tokenOf(asked), { asset: "BTC" })
    expect(quote.payment.amount).toMatchObject({ minor: 1550 })
    await pay(quote.token)
    expect((await shop.orderOf(orderId)).summary).toMatchObject({ paid: 41, pending: 0 })
    expect(await collectionsOf(orderId)).toHaveLength(collections.length)
  })

  it("is the one address of what a paid order still owes, which the paid payment's own token asks for", async () => {
    const { orderId, token } = await placePaid(shop)
    const { renew, view } = shopperOf(shop)
    expect(await renew(token)).toMatchObject({ token, payment: { state: "paid" } })
    const { editQuantity } = orderChanges(shop)
    await editQuantity(orderId, 2)
    expect(await view(token)).toMatchObject({ state: "part", outstanding: { display: "15.50" }, next_poll_seconds: 60 })
    expect(await page(token)).toContain("Pay the remaining $15.50")

    // Two tabs, and the link that an admin made meanwhile.
    const link = tokenOf(await ask(orderId))
    const [first, ...others] = await Promise.all([renew(token), renew(token), renew(link, { asset: "BTC" })])
    expect(first.payment).toMatchObject({ state: "waiting", asset: "BTC", amount: { minor: 1550 } })
    for (const other of others) expect(other.token).toBe(first.token)
    const answer = await submit(token)
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `./${first.token}`])

    // While money for the rest is on its way, nobody is asked for it again.
    const { external_id } = await paymentOf(first.token)
    const onItsWay = (confirmations: number) =>
      knexOf(shop.container)("crypto_payment").where({ external_id }).update({ confirmations })
    await onItsWay(1)
    expect(await view(token)).toMatchObject({ state: "confirming", amount: { minor: 1550 } })
    expect(await page(token)).not.toContain("Pay the remaining")
    expect(await renew(token, { asset: "LTC" })).toMatchObject({ token: first.token, payment: { state: "confirming" } })
    await onItsWay(0)

    await editQuantity(orderId, 1)
    expect(await view(first.token)).toMatchObject({ state: "alreadyPaid", address: null })
    expect(await renew(token)).toMatchObject({ token, payment: { state: "paid" } })
    await editQuantity(orderId, 2)
    const rest = await renew(token, { asset: "LTC" })
    expect(rest.payment).toMatchObject({ asset: "LTC", amount: { minor: 1550 } })
    await pay(rest.token)
    expect((await shop.orderOf(orderId)).summary).toMatchObject({ paid: 41, pending: 0 })
    expect(await renew(token)).toMatchObject({ token, payment: { state: "paid", outstanding: null } })
  })

  it("asks for the new amount when the order's debt changes, and for nothing once it is paid by hand", async () => {
    const orderId = await phoneOrder()
    const { payByHand } = orderChanges(shop)
    const token = tokenOf(await ask(orderId))
    const { renew } = shopperOf(shop)
    const first = await renew(token, { asset: "LTC" })
    await payByHand(orderId, 1)
    expect(await answerOf(token)).toMatchObject({ payment: null, link: { amount: { minor: 4000 } } })
    expect(tokenOf(await ask(orderId))).toBe(token)
    expect((await renew(token, { asset: "LTC" })).payment.amount).toMatchObject({ minor: 4000 })
    expect(await shopperOf(shop).view(first.token)).toMatchObject({ address: null })

    await payByHand(orderId, 40)
    const nothing = { amount: null, state: "alreadyPaid", options: [] }
    expect(await answerOf(token)).toMatchObject({ payment: null, link: nothing })
    await expectRefused(renew(token, { asset: "LTC" }), "already_paid")
    expect((await read(orderId)).link.state).toBe("nothing_owed")
  })

  it("says on its page that the price expired and not to pay again, and gives a new price without a choice", async () => {
    const orderId = await phoneOrder()
    const token = tokenOf(await ask(orderId))
    const first = await shopperOf(shop).renew(token, { asset: "USDC", chain: "base" })
    await expireQuote(shop, (await paymentOf(first.token)).external_id)
    const expired = await page(token)
    for (const said of ["This price has expired", "Do not pay again.", "Get a new price"])
      expect(expired).toContain(said)
    expect(expired).toMatch(/USDC on Base <small>✓ Chosen/)
    expect(expired).toContain(`"key":"crypto-payment:${first.token}"`)
    expect(expired).not.toMatch(/Choose what to pay with|newer price/)
    const { version, token: next } = await news(token)
    expect(next).toBe(token)
    expect(expired).toContain(`data-version="${version}"`)

    // The new price is for what the order owes now, even on another payment collection.
    await orderChanges(shop).payByHand(orderId, 1)
    expect((await news(token)).version).not.toBe(version)
    expect(await page(token)).toContain("$40.00")
    expect((await submit(token)).status).toBe(303)
    const { payment } = await answerOf(token)
    expect(payment).toMatchObject({ asset: "USDC", chain: "base", status: "waiting", amount: { minor: 4000 } })
  })

  it("is unavailable when its connection is missing, and a new request creates another link", async () => {
    const orderId = await phoneOrder()
    const token = tokenOf(await ask(orderId))
    const links = () => knexOf(shop.container)("crypto_payment_link").where({ order_id: orderId })
    await links().update({ connection_id: "old" })
    expect(await answerOf(token)).toMatchObject({ link: { state: "notNow", options: [] } })
    expect(await read(orderId)).toMatchObject({ can_ask: true, link: { state: "unavailable" } })
    const again = await ask(orderId)
    expect(again.link).toMatchObject({ state: "open", connection_id: "default" })
    expect(tokenOf(again)).not.toBe(token)
  })

  it("is unavailable in test mode for an order that was placed in live mode", async () => {
    const { orderId, paymentId } = await placeNoted(shop)
    await ask(orderId)
    await expireQuote(shop, paymentId)
    await knexOf(shop.container)("crypto_payment").where({ external_id: paymentId }).update({ test_mode: false })
    expect(await read(orderId)).toMatchObject({ can_ask: false, link: { state: "unavailable" } })
    await expectRefused(ask(orderId), "no_connection_for_order")
  })

  it("asks for the taxes of a draft, too, which Medusa adds after it wrote the draft's summary", async () => {
    const taxes = shop.container.resolve(Modules.TAX)
    const [region] = await taxes.listTaxRegions({ country_code: "us" })
    const rate = { tax_region_id: region?.id as string, name: "Sales tax", code: "sales", rate: 10, is_default: true }
    const { id } = await taxes.createTaxRates(rate)
    try {
      const orderId = await phoneOrder()
      const { order } = await shop.admin.get(`/admin/orders/${orderId}?fields=total`)
      expect(order.total).toBe(45.1)
      const collection = await orderChanges(shop).askFor(await phoneOrder(), order.total)
      expect((await openOn(shop, collection)).amount).toBe(order.total)
      expect((await read(orderId)).outstanding.minor).toBe("4510")
      const token = tokenOf(await ask(orderId))
      const { token: quoted } = await shop.store.post(`${statusPath(token)}/quote`, { asset: "LTC" })
      await pay(quoted)
      expect((await shop.paidOrder(orderId)).captures.map(({ amount }) => amount)).toEqual([45.1])
    } finally {
      await taxes.deleteTaxRates(id)
    }
  })

  it("cannot be requested while money for the order is on its way or needs attention", async () => {
    const { id, orderId } = await placeNoted(shop)
    const refused = async () => {
      expect(await read(orderId)).toMatchObject({ can_ask: false, refusal: "money_arriving", link: null })
      await expectRefused(ask(orderId), "money_arriving")
    }
    expect(await read(orderId)).toMatchObject({ can_ask: true, refusal: null })
    await knexOf(shop.container)("crypto_payment").where({ id }).update({ seen_at: new Date() })
    await refused()
    const { payments } = cryptoPayments(shop.container)
    const never = { next_check_at: minutesFromNow(999) }
    await payments.move(id, "service_completed", never, new Date())
    await payments.move(id, "cannot_settle", { ...never, attention_reason: "settling_failed" }, new Date())
    await refused()
  })

  it("offers no payment after its order is canceled, and is no longer counted as open", async () => {
    const orderId = await phoneOrder()
    const token = tokenOf(await ask(orderId))
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
    expect(await answerOf(token)).toMatchObject({
      payment: null,
      link: { state: "canceled", amount: null, options: [] },
    })
    await expectRefused(shopperOf(shop).renew(token, { asset: "LTC" }), "order_canceled")
    expect((await read(orderId)).link.state).toBe("canceled")
    expect(await openLinks()).toBe(0)
    const shown = await page(token)
    expect(shown).toContain("This order was canceled")
    expect(shown).not.toMatch(/name="choice"|does not appear here|\$0\.00/)
  })

  it("has a page that works without a script, JSON with the same version, and refuses a wrong asset and a wrong token", async () => {
    const token = tokenOf(await ask(await phoneOrder()))
    const wrong = `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`
    await expectRefused(answerOf(wrong), "unknown_payment", 404)
    expect((await shopperOf(shop).ask(`/crypto-payments/${wrong}`)).status).toBe(404)
    await expectRefused(shopperOf(shop).renew(token, { asset: "USDC" }), "chain_required", 400)

    const first = await page(token)
    for (const said of ["Choose what to pay with", "$41.00", 'value="USDC:base"']) expect(first).toContain(said)
    expect(first).toContain(`data-version="${(await news(token)).version}"`)
    const chosen = await submit(token, "choice=LTC")
    expect(chosen.status).toBe(303)
    const shown = await page((chosen.headers.get("location") as string).split("/").pop() as string)
    const { address, version, status } = await news(token)
    expect(status).toBe("waiting")
    expect(shown).toContain(`data-version="${version}"`)
    expect(shown).toContain(address.slice(4, -4))
  })

  it("is not created for a draft order, an unknown order, or a connection that the region does not have", async () => {
    const draft = await draftOrder(shop, "draft@example.com")
    const { draft_order } = await shop.admin.get(`/admin/draft-orders/${draft}?fields=id,payment_collections.id`)
    expect(draft_order.payment_collections ?? []).toEqual([])
    await expectRefused(ask(draft), "order_is_draft")
    await expectRefused(ask("order_none"), "unknown_order", 404)
    await expectRefused(ask(await phoneOrder(), { connection_id: "other" }), "no_connection_for_order")
    // What is owed is known, so the admin can convert it and ask in one go.
    const unasked = { can_ask: false, refusal: "order_is_draft", outstanding: { minor: "4100" }, link: null }
    expect(await read(draft)).toMatchObject(unasked)
    await expectRefused(shop.admin.get(pathOf("order_none")), "unknown_order", 404)
  })
})
