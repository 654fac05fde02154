import { ServerResponse } from "node:http"
import { Modules } from "@medusajs/framework/utils"
import type { AskAddressAnswer } from "../../src/api/admin/crypto-payments/contract"
import { base58CheckAddress, TEST_ASSETS } from "../../src/sandbox/payments"
import { contextOf } from "../../src/workflows/context"
import { deleteOldData } from "../../src/workflows/retention/delete-old-data"
import { minutesFromNow, sweepAt } from "../support/clock"
import { cryptoPayments, placePaid, rowInState, rowOf, untilNoted } from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { heardOf } from "../support/heard"
import { describeShop } from "../support/medusa"
import { knexOf } from "../support/module-rows"
import { orderChanges } from "../support/order-changes"
import { WALLETS } from "../support/payout"
import { payoutsIn } from "../support/payouts-in"
import { shopperOf } from "../support/shopper"
import { until } from "../support/until"

const FORM = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }

describeShop("the way back of money", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(NO_REFUND_BY_SOFTWARE)

  const { payout, path, record, refusal, stranded, canceled } = payoutsIn(shop)
  const ask = (id: string, body = {}): Promise<AskAddressAnswer> => shop.admin.post(path(id, "ask-address"), body)
  const pageOf = ({ link }: AskAddressAnswer) => new URL(link.url, "http://store").pathname
  const read = async (page: string) => {
    const answer = await shopperOf(shop).ask(page)
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  const send = async (page: string, entry: Record<string, string>, more = {}) => {
    const form = { chain: "bitcoin", address: WALLETS.BTC, ...entry }
    const init = { method: "POST", body: new URLSearchParams(form).toString(), redirect: "manual" as const }
    const answer = await shopperOf(shop).ask(page, { ...FORM, ...more }, init)
    return { status: answer.status, text: await answer.text(), location: answer.headers.get("location") }
  }
  const detail = async (id: string) => (await shop.admin.get(`/admin/crypto-payments/payments/${id}`)).payment
  const entered = async (id: string) => (await detail(id)).payout_request
  const ownAddress = (hash: number) => TEST_ASSETS.BTC.address(new Uint8Array(20).fill(hash), false)

  it("leads from a canceled order by a link to the shopper's address, which the recorded payout forgets", async () => {
    const { id } = await canceled()
    const heard = heardOf(shop, "crypto_payment.payout_due")
    const asked = await ask(id)
    const page = pageOf(asked)
    const token = page.split("/").pop() as string
    expect(token).toMatch(/^[\w-]{22}$/)
    await until("the store has the link", () => heard.length > 0)
    expect(heard).toMatchObject([{ id, address_url: asked.link.url, address_url_ends_at: asked.link.ends_at }])
    expect(asked.payment.payout_request).toMatchObject({ address: null, link_ends_at: asked.link.ends_at })

    const form = await read(page)
    expect(form).toMatchObject({
      status: 200,
      text: expect.stringMatching(/\$25\.50.*0\.000425.*<select name="chain"><option value="bitcoin" selected>/s),
    })
    expect(form.headers.get("content-security-policy")).toMatch(/script-src 'nonce-.*frame-ancestors 'none'/)
    expect(form.headers.get("referrer-policy")).toBe("no-referrer")
    expect((await read(`${page}?lang=de`)).text).toContain("Wohin soll Ihr Geld gehen?")

    const sure = await send(page, {})
    expect(sure).toMatchObject({ status: 200, text: expect.stringContaining("Is this your address?") })
    expect(sure.text).toContain(`value="${WALLETS.BTC}"`)
    expect((await send(page, { sure: "no" })).text).toContain(`name="address" value="${WALLETS.BTC}"`)
    expect(await entered(id)).toMatchObject({ address: null })
    expect(await send(page, { sure: "yes" })).toMatchObject({ status: 303, location: "?" })
    const thanks = await read(page)
    expect(thanks).toMatchObject({ status: 200, text: expect.stringContaining("Thank you. The shop has your address") })
    expect(thanks.text).not.toMatch(new RegExp(`<form|${WALLETS.BTC}`))
    // Enough for the shopper to recognize it.
    expect(thanks.text).toContain(`${WALLETS.BTC.slice(0, 6)}…${WALLETS.BTC.slice(-4)}`)
    expect(await entered(id)).toMatchObject({ chain: "bitcoin", address: WALLETS.BTC, entered_at: expect.any(String) })
    expect((await detail(id)).timeline).toContainEqual({ type: "address_entered", at: expect.any(String) })
    const told = async () =>
      (await shop.admin.get("/admin/notifications?channel=feed")).notifications.filter(
        (one: { resource_id: string }) => one.resource_id === id,
      )
    const title = expect.stringMatching(/^Order #\d+: The shopper entered where to send money back$/)
    expect(await told()).toContainEqual(expect.objectContaining({ data: expect.objectContaining({ title }) }))

    expect(JSON.stringify(await knexOf(shop.container)("crypto_payout_request"))).not.toContain(token)

    await record(id, payout("25.50"))
    expect(await entered(id)).toBeNull()
    expect(await told()).toEqual([])
    expect(await read(page)).toMatchObject({ status: 404, text: expect.stringContaining("This link no longer works") })
    expect((await read(page.replace(token, "x".repeat(22)))).text).toContain("This link no longer works")
    expect(await refusal(ask(id))).toMatchObject({ status: 409, code: "not_possible" })
  })

  it("is not recorded after an order took the money, or an address was entered, since the admin looked", async () => {
    const { id, cart, paymentId } = await stranded()
    const body = payout("25.5", { expected_status: "attention", expected_address: null })
    await shop.store.changeQuantity(cart, 1)
    await shop.store.openSession(cart)
    await sweepAt(shop, 1)
    await rowInState(shop.container, paymentId, "settled")
    expect(await refusal(record(id, body))).toMatchObject({ status: 409, code: "payment_changed" })
    await record(id, { ...body, expected_status: "settled" })
    const other = await canceled()
    await send(pageOf(await ask(other.id)), { sure: "yes" })
    const unseen = payout("25.5", { expected_status: "settled", expected_address: null })
    expect(await refusal(record(other.id, unseen))).toMatchObject({ status: 409, code: "payment_changed" })
    await record(other.id, { ...unseen, expected_address: WALLETS.BTC })
  })

  it("refuses another network's address, the store's own and another site's form, and stores nothing", async () => {
    const { id, paymentId } = await canceled()
    const page = pageOf(await ask(id))
    const { address } = await rowOf(shop.container, paymentId)
    const wrong: Record<string, string>[] = [
      { address: WALLETS.LTC },
      { address: WALLETS.EVM },
      { address: ownAddress(1).replace("tb", "bc") },
      { address: `${WALLETS.BTC.slice(0, -1)}x` },
      { chain: "litecoin", address: WALLETS.LTC },
      { chain: "", address: "\0" },
    ]
    for (const entry of wrong) {
      const { status, text } = await send(page, { ...entry, sure: "yes" })
      expect([status, text]).toEqual([400, expect.stringContaining("This is not an address of this network")])
    }
    const own = await send(page, { address: address.toUpperCase(), sure: "yes" })
    expect(own).toMatchObject({ status: 400, text: expect.stringContaining("This address belongs to the shop") })
    const foreign = await send(page, { sure: "yes" }, { "sec-fetch-site": "cross-site" })
    expect(foreign).toMatchObject({ status: 403, text: expect.stringContaining("Nothing is stored yet") })
    expect(foreign.text).toContain(`value="${WALLETS.BTC}"`)

    await knexOf(shop.container)("crypto_payment").where({ id }).update({ asset: "LTC", chain: "litecoin" })
    const enter = (address: string) => send(page, { chain: "litecoin", address })
    // Litecoin's former script addresses are Bitcoin's.
    const statuses = [await enter(base58CheckAddress(196, new Uint8Array(20))), await enter(WALLETS.LTC)]
    expect(statuses.map(({ status }) => status)).toEqual([400, 200])
    expect(await entered(id)).toMatchObject({ address: null, chain: null })
  })

  it("lets the first of two entries stand until an admin reopens it with a new link, which the audit log keeps", async () => {
    const { id } = await canceled()
    const page = pageOf(await ask(id))
    const addresses = [ownAddress(7), ownAddress(8)]
    const answers = await Promise.all(addresses.map((address) => send(page, { address, sure: "yes" })))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    const first = addresses[answers.findIndex(({ status }) => status === 303)]
    expect(await send(page, { sure: "yes" })).toMatchObject({
      status: 409,
      text: expect.stringContaining("entered first counts"),
    })
    expect(await entered(id)).toMatchObject({ address: first })

    expect(await refusal(ask(id))).toMatchObject({ status: 409, code: "address_entered" })
    const again = pageOf(await ask(id, { reopen: true }))
    expect(await entered(id)).toMatchObject({ address: null })
    expect((await send(page, { sure: "yes" })).status).toBe(404)
    expect((await send(again, { sure: "yes" })).status).toBe(303)
    const acts = await cryptoPayments(shop.container).actions.ofPayment(id)
    expect(acts.map(({ kind }) => kind)).toEqual(["address_asked", "address_reopened"])
  })

  it("ends after 30 days or when the item is closed, and the retention time deletes the address", async () => {
    const { id } = await canceled()
    const page = pageOf(await ask(id))
    const requests = () => knexOf(shop.container)("crypto_payout_request").where({ payment_id: id })
    await requests().update({ link_ends_at: new Date() })
    expect((await read(page)).status).toBe(404)
    expect((await send(page, { sure: "yes" })).status).toBe(404)
    const renewed = pageOf(await ask(id))
    expect((await send(renewed, { sure: "yes" })).status).toBe(303)
    await shop.admin.post(path(id, "close"), { note: "Sent back by hand." })
    expect((await read(renewed)).status).toBe(404)
    await knexOf(shop.container)("crypto_connection").where({ id: "default" }).update({ retention_days: 30 })
    await requests().update({ created_at: minutesFromNow(-60 * 24 * 1000) })
    await deleteOldData(contextOf(shop.container))
    expect(await requests()).toEqual([])
  })

  /** An order from a restored cart, for whose earlier money the shopper entered an address. */
  const orderedAfterEntry = async () => {
    const { id, cart, paymentId } = await stranded()
    expect((await send(pageOf(await ask(id)), { sure: "yes" })).status).toBe(303)
    await shop.store.changeQuantity(cart, 1)
    const { data } = await shop.store.openSession(cart)
    expect(data).toMatchObject({ status: "awaiting_payment", payment_id: expect.not.stringMatching(paymentId) })
    await sweepAt(shop, 10)
    expect(await shop.ordersOfCart(cart.id)).toEqual([])
    const { orderId } = await shop.store.placeOrder(cart)
    await untilNoted(shop.container, data.payment_id)
    await sweepAt(shop, 10)
    expect((await shop.orderOf(orderId)).captures).toEqual([])
    return { id, paymentId, data, orderId }
  }

  it("keeps money whose address was entered off the cart when the shopper restores it, and asks for it anew", async () => {
    const { id, paymentId, data, orderId } = await orderedAfterEntry()
    const { payment } = await shop.admin.get(`/admin/crypto-payments/payments/${id}`)
    expect(payment).toMatchObject({ attention: { reason: "session_gone" }, payout_request: { address: WALLETS.BTC } })
    expect(payment.actions).not.toContain("try_again")
    const { items } = await shop.admin.get(`/admin/crypto-payments/attention?q=${id}`)
    expect(items).toMatchObject([{ payout_request: { address: WALLETS.BTC } }])
    await record(id, payout("25.50"))
    expect((await rowOf(shop.container, paymentId)).status).toBe("closed")
    shop.sandbox.pay(data.payment_id)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("lets money settle after an admin reopened the link, and neither by itself nor by hand before", async () => {
    const { id, paymentId, orderId } = await orderedAfterEntry()
    for (const act of ["settle", "settle-onto-order"])
      expect(await refusal(shop.admin.post(path(id, act)))).toMatchObject({ status: 409, code: "not_possible" })
    expect((await shop.orderOf(orderId)).captures).toEqual([])
    await ask(id, { reopen: true })
    await sweepAt(shop, 10)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    expect((await rowInState(shop.container, paymentId, "settled")).goes_back_at).toBeNull()
  })

  it("takes no address while the money settles, nor, like a payout and a closing, while a request completes the cart with it", async () => {
    const { id, cart, paymentId } = await stranded()
    const page = pageOf(await ask(id))
    const again = expect.stringMatching(/role="alert">Nothing is stored yet.*name="sure" value="yes"/s)
    const expectBusy = async () => {
      expect(await send(page, { sure: "yes" })).toMatchObject({ status: 409, text: again })
      expect(await rowOf(shop.container, paymentId)).toMatchObject({ status: "attention", goes_back_at: null })
    }
    const lease = (leased_until: Date | null) =>
      knexOf(shop.container)("crypto_payment").where({ id }).update({ leased_until })
    await lease(minutesFromNow(1))
    await expectBusy()
    await lease(null)
    // Core takes this lock before it asks our provider about the money, and keeps it until the money is captured.
    const locks = shop.container.resolve(Modules.LOCKING)
    await locks.acquire(cart.id, { expire: 60 })
    const busy = { status: 409, code: "busy" }
    expect(await refusal(record(id, payout("25.50")))).toMatchObject(busy)
    expect(await refusal(shop.admin.post(path(id, "close"), { note: "Agreed." }))).toMatchObject(busy)
    await expectBusy()
    await locks.release(cart.id)
    expect((await send(page, { sure: "yes" })).status).toBe(303)
    expect((await record(id, payout("25.50"))).payment.status).toBe("closed")
  })

  it("asks for no address after a credit ended the overpayment, although nobody read the item since", async () => {
    const { id, paymentId, orderId } = await placePaid(shop, { quantity: 3 })
    const { editQuantity, creditSilently } = orderChanges(shop)
    await editQuantity(orderId, 1)
    await until("the order is overpaid", async () => {
      return (await rowOf(shop.container, paymentId)).attention_reason === "order_overpaid"
    })
    const page = pageOf(await ask(id))
    expect((await read(page)).text).toContain("$31.00")
    await creditSilently(orderId, -31)
    expect((await read(page)).status).toBe(404)
    expect(await refusal(ask(id))).toMatchObject({ status: 409, code: "nothing_overpaid" })
  })

  it("keeps the link out of Medusa's log, of requests and of forms that are too large", async () => {
    const { id } = await canceled()
    const page = pageOf(await ask(id))
    const logged = jest.spyOn(shop.container.resolve("logger"), "info")
    expect((await send(page, { address: "1".repeat(3000) })).status).toBe(413)
    expect(logged.mock.calls.flat().join()).not.toContain("/payouts/")
    // Medusa logs this URL when an answer ends, but not in tests.
    const ended = jest.spyOn(ServerResponse.prototype, "end")
    await read(`${page}/?lang=en`)
    await read(page.replace("/payouts/", "/PAYOUTS/"))
    const urls = ended.mock.contexts.map(({ req }) => (req as { originalUrl?: string }).originalUrl)
    expect(urls).toEqual(expect.arrayContaining(["/crypto-payments/payouts/-/?lang=en", "/crypto-payments/PAYOUTS/-"]))
  })
})
