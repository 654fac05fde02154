import { Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { freeExpiredLock } from "../../src/medusa/carts"
import { contextOf } from "../../src/workflows/context"
import { type AddressRequest, addressRequest, enterAddress } from "../../src/workflows/payouts/ask-for-address"
import { throwingHook } from "../faults/support/stories/throwing-hook"
import { beforeNext, expireQuote, minutesFromNow, sweepAt } from "../support/clock"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, payUnsettled, payUntil, rowInState, rowOf } from "../support/crypto-payments"
import { expectErrors, NOT_PAID_YET } from "../support/expect-errors"
import { heardOf } from "../support/heard"
import { describeShop, PAID_FIRST } from "../support/medusa"
import { knexOf } from "../support/module-rows"
import { creditCart, removeCredit } from "../support/order-changes"
import { WALLETS } from "../support/payout"
import { payoutsIn } from "../support/payouts-in"
import { expectRefused, openCart, refusalOf, shopperOf } from "../support/shopper"
import { until } from "../support/until"

const UNPAID = { type: "cart", error: { type: "payment_requires_more_error" } }

describeShop("a store that places orders when they are paid", PAID_FIRST, (shop) => {
  expectErrors(NOT_PAID_YET)

  it("answers an early confirmation with the open cart and places the order when the money arrives", async () => {
    const { cart, data } = await openCart(shop)
    expect(await shop.store.complete(cart)).toMatchObject(UNPAID)
    expect(await shop.ordersOfCart(cart.id)).toEqual([])
    const order = await shop.paidOrder((await payUntil(shop, data.payment_id, "settled")).order_id as string)
    expect(await shop.ordersOfCart(cart.id)).toEqual([order.id])
    expect(order.captures).toHaveLength(1)
    expect(await shop.store.complete(cart)).toEqual({ type: "order", orderId: order.id })
  })

  it.each([
    ["shown", "closed"],
    ["replaced", "replaced"],
  ])(
    "asks for nothing while the region lacks the provider, and settles money for a %s quote when it is back",
    async (_, state) => {
      expectErrors(/not enabled in the cart's region/)
      const { cart, data } = await openCart(shop)
      if (state === "replaced") {
        await expireQuote(shop, data.payment_id)
        await shop.store.complete(cart)
      }
      const region = `/admin/regions/${shop.seed.regions.usd}`
      await shop.admin.post(region, { payment_providers: [MANUAL_PROVIDER] })
      try {
        expect(await shopperOf(shop).view(data.token)).toMatchObject({ state, address: null })
        await expectRefused(shopperOf(shop).renew(data.token), "payment_method_unavailable", 503)
        await expectRefused(shop.store.complete(cart), "payment_method_unavailable", 503)
        shop.sandbox.payLate(data.payment_id, { complete: false })
        // Nobody heard of this money, so it is looked up before the shopper is sent to another way to pay.
        const { id } = await rowOf(shop.container, data.payment_id)
        await cryptoPayments(shop.container).payments.patch(id, { looked_up_at: minutesFromNow(-0.25) }, new Date())
        if (state === "replaced") await sweepAt(shop, 2)
        expect(await shop.store.complete(cart)).toMatchObject({ error: { type: "payment_requires_more_error" } })
        const row = await payUntil(shop, data.payment_id, "attention")
        expect(row).toMatchObject({ attention_reason: "cart_will_not_complete" })
        expect((await refusalOf(shop.store.complete(cart))).status).toBe(400)
      } finally {
        await shop.admin.post(region, { payment_providers: [CRYPTO_PROVIDER, MANUAL_PROVIDER] })
      }
      await sweepAt(shop, 30)
      await rowInState(shop.container, data.payment_id, "settled")
    },
  )

  it("gives a new quote to a shopper who confirms after the old one expired, and captures its payment", async () => {
    const { cart, data } = await openCart(shop)
    await expireQuote(shop, data.payment_id)
    expect(await shop.store.complete(cart)).toMatchObject(UNPAID)
    const { cart: now } = await shop.store.get(`/store/carts/${cart.id}?fields=*payment_collection.payment_sessions`)
    const [session] = now.payment_collection.payment_sessions
    expect(session.data.payment_id).not.toBe(data.payment_id)
    expect(Date.parse(session.data.quote_expires_at)).toBeGreaterThan(Date.now())
    const row = await payUntil(shop, session.data.payment_id, "settled")
    expect((await shop.paidOrder(row.order_id as string)).captures).toHaveLength(1)
  })

  it("looks money on its way up once in 15 seconds, however often its shopper confirms or asks for another amount", async () => {
    const { cart, data } = await openCart(shop)
    await expireQuote(shop, data.payment_id)
    shop.sandbox.payLate(data.payment_id, { complete: false })
    const asked = shop.sandbox.requests().length
    for (let i = 0; i < 3; i++) expect((await shop.store.complete(cart)).type).toBe("cart")
    await shop.store.changeQuantity(cart, 2)
    await expectRefused(shop.store.openSession(cart), "payment_seen")
    expect(shop.sandbox.requests()).toHaveLength(asked + 1)
    const { id } = await rowOf(shop.container, data.payment_id)
    await cryptoPayments(shop.container).payments.patch(id, { looked_up_at: minutesFromNow(-0.25) }, new Date())
    await expectRefused(shop.store.openSession(cart), "payment_seen")
    expect(shop.sandbox.requests()).toHaveLength(asked + 2)
  })

  it("keeps a paid cart whose total changed for a person, no matter who completes it, and settles it when the total is back", async () => {
    expectErrors(/The amount to pay has changed/)
    const cart = await shop.store.makeCart()
    const credit = await creditCart(shop, cart.id, 20)
    const { data } = await shop.store.openSession(cart)
    await removeCredit(shop, credit)
    const { attention_reason } = await payUntil(shop, data.payment_id, "attention")
    expect(attention_reason).toBe("cart_total_differs")
    await expectRefused(shop.store.complete(cart), "amount_changed")
    const { errors } = await completeCartWorkflow(shop.container).run({ input: { id: cart.id }, throwOnError: false })
    expect(errors[0]?.error).toMatchObject({ code: "amount_changed" })
    expect(await shop.ordersOfCart(cart.id)).toEqual([])
    expect(await rowOf(shop.container, data.payment_id)).toMatchObject({ status: "attention", attention_reason })
    await creditCart(shop, cart.id, 20)
    await sweepAt(shop, 30)
    const row = await rowInState(shop.container, data.payment_id, "settled")
    expect(await shop.paidOrder(row.order_id as string)).toMatchObject({ total: 5.5 })
  })

  describe("whose code fails after the money was captured, so that Medusa takes the order back", () => {
    expectErrors(/the store's own hook is broken|Error was thrown trying to|Could not delete all|trying to delete/)
    const { payout, path, record } = payoutsIn(shop)
    /** A cart of 5.50 USD whose money is captured, and that costs 25.50 now. */
    const takenBack = async () => {
      const cart = await shop.store.makeCart()
      const credit = await creditCart(shop, cart.id, 20)
      const { data, id } = await shop.store.openSession(cart)
      const hook = throwingHook()
      const before = hook.thrown()
      hook.arm()
      shop.sandbox.pay(data.payment_id)
      await until("the order is taken back", async () => {
        return hook.thrown() > before && !(await shop.ordersOfCart(cart.id)).length
      })
      // Medusa takes back further steps after the order.
      await cryptoPayments(shop.container).drain.idle()
      const captured = await shop.container.resolve(Modules.PAYMENT).listPayments({ payment_session_id: id })
      expect(captured).toMatchObject([{ amount: 5.5 }])
      await removeCredit(shop, credit)
      return { cart, paymentId: data.payment_id }
    }

    it("refuses the cart that costs another amount by now", async () => {
      const { cart } = await takenBack()
      await expectRefused(shop.store.complete(cart), "amount_changed")
      expect(await shop.ordersOfCart(cart.id)).toEqual([])

      await creditCart(shop, cart.id, 20)
      expect(await shop.store.complete(cart)).toMatchObject({ type: "order" })
    })

    it.each<[string, (id: string) => Promise<unknown>]>([
      [
        "that goes back to the address that the shopper entered",
        async (id) => {
          const { link } = await shop.admin.post(path(id, "ask-address"), {})
          const token = link.url.split("/").pop()
          const context = contextOf(shop.container)
          const asked = (await addressRequest(context, token)) as AddressRequest
          const entry = { chain: "bitcoin", address: WALLETS.BTC, isSure: true }
          expect(await enterAddress(context, token, asked, entry)).toBe("entered")
        },
      ],
      ["of which a part was sent back", (id) => record(id, payout("2.00", { confirm_amount: true }))],
    ])("makes no order of the cart with money %s", async (_, decide) => {
      const { cart, paymentId } = await takenBack()
      await sweepAt(shop, 5)
      const { id, attention_reason } = await rowInState(shop.container, paymentId, "attention")
      expect(attention_reason).toBe("cart_total_differs")
      await decide(id)
      await creditCart(shop, cart.id, 20)
      await sweepAt(shop, 60)
      expect(await shop.ordersOfCart(cart.id)).toEqual([])
      expect((await refusalOf(shop.store.complete(cart))).status).toBe(409)
      expect(await shop.ordersOfCart(cart.id)).toEqual([])
    })
  })

  it("asks nobody for an old total if the cart changes while the service answers", async () => {
    expectErrors(/The amount to pay has changed|Could not delete all payment sessions/)
    const cart = await shop.store.makeCart()
    const client = await cryptoPayments(shop.container).clientOf("default")
    beforeNext(client, "createPayment", () => shop.store.changeQuantity(cart, 3))
    await expectRefused(shop.store.openSession(cart), "amount_changed")
    expect((await shop.store.openSession(cart)).data.amount).toEqual({ minor: 5650, currency: "USD" })
  })

  it("touches nothing of a cart that is completed before it is paid, and answers as Medusa does", async () => {
    const { cart, collection } = await openCart(shop)
    const authorize = jest.spyOn(shop.container.resolve(Modules.PAYMENT), "authorizePaymentSession")
    const answer = await shop.store.post(`/store/carts/${cart.id}/complete`)
    expect(authorize).not.toHaveBeenCalled()
    expect(answer.error.type).toBe("payment_requires_more_error")
    // Medusa's own answer, for a store that the route takes for one with the other placement.
    const module = cryptoPayments(shop.container)
    const settingsOf = module.settingsOf.bind(module)
    jest.spyOn(module, "settingsOf").mockImplementation(async (id) => {
      const settings = await settingsOf(id)
      return settings && authorize.mock.calls.length === 0 ? { ...settings, orderPlacement: "checkout" } : settings
    })
    const answerOfMedusa = await shop.store.post(`/store/carts/${cart.id}/complete`)
    expect(authorize).toHaveBeenCalledTimes(1)
    const fieldsOf = ({ cart: given, ...rest }: typeof answer) => ({ ...rest, cart: Object.keys(given) })
    expect(fieldsOf(answer)).toEqual(fieldsOf(answerOfMedusa))
    // A cart with a session of another provider is left to Medusa.
    const wish = { provider_id: MANUAL_PROVIDER, amount: 25.5, currency_code: "usd", data: {} }
    await shop.container.resolve(Modules.PAYMENT).createPaymentSession(collection, wish as never)
    await shop.store.post(`/store/carts/${cart.id}/complete`)
    expect(authorize).toHaveBeenCalledTimes(2)
  })

  it.each<[why: string, table: string, change: object, status: number]>([
    ["its method ships another profile", "cart_shipping_method", { shipping_option_id: "so_other" }, 400],
    ["its item has no variant", "cart_line_item", { variant_id: null }, 500],
  ])("asks for no money for a cart that Medusa refuses because %s", async (_, table, change, status) => {
    expectErrors(/reading 'product'|shipping profiles that are not satisfied/)
    const { cart } = await openCart(shop)
    await knexOf(shop.container)(table).where({ cart_id: cart.id }).update(change)
    expect((await refusalOf(shop.store.complete(cart))).status).toBe(status)
  })

  it("leaves it to Medusa to complete a cart that costs nothing now, or that another provider pays", async () => {
    const { cart: free } = await openCart(shop)
    await creditCart(shop, free.id, 25.5)
    expect(await shop.store.complete(free)).toMatchObject({ type: "order" })

    const { cart } = await openCart(shop)
    await shop.store.openSession(cart, { provider: MANUAL_PROVIDER })
    expect(await shop.store.complete(cart)).toMatchObject({ type: "order" })
  })

  describe("and a shopper who left", () => {
    it("triggers one awaiting_payment event with the cart, within a minute, even after repeated confirming", async () => {
      const { cart, data } = await openCart(shop)
      const told = heardOf(shop, "crypto_payment.awaiting_payment")
      for (let i = 0; i < 3; i++) expect((await shop.store.complete(cart)).type).toBe("cart")
      await sweepAt(shop)
      expect(told).toEqual([])
      await sweepAt(shop, 1)
      await until("the store is told", () => told.length > 0)
      await shopperOf(shop).renew(data.token, { asset: "LTC" })
      await shop.store.complete(cart)
      await sweepAt(shop, 3)
      expect(told).toHaveLength(1)
      expect(told[0]).toMatchObject({ cart_id: cart.id, order_id: null, pay_url: data.pay_url })
    })

    it("triggers no awaiting_payment event when the money came in the meantime, and the order has the pay link", async () => {
      const { cart, data } = await openCart(shop)
      const told = heardOf(shop, "crypto_payment.awaiting_payment")
      await shop.store.complete(cart)
      const { order_id } = await payUntil(shop, data.payment_id, "settled")
      await sweepAt(shop, 1)
      expect(told).toEqual([])
      const { order } = await shop.admin.get(`/admin/orders/${order_id}?fields=metadata`)
      expect(order.metadata.crypto_payment.pay_url).toBe(data.pay_url)
    })

    it("gets the pay link in the expired event of the latest quote only, and not if the cart was bought with another provider", async () => {
      const { cart, data: first } = await openCart(shop)
      const { data } = await shop.store.openSession(cart, { asset: "LTC" })
      const bought = await openCart(shop)
      for (const { payment_id } of [first, data, bought.data]) await expireQuote(shop, payment_id)
      await shop.store.openSession(bought.cart, { provider: MANUAL_PROVIDER })
      await shop.store.placeOrder(bought.cart)
      const expired = heardOf(shop, "crypto_payment.expired")
      await sweepAt(shop, 1)
      await until("the store is told", () => expired.length > 2)
      const urls = expired.map(({ cart_id, pay_url }) => ({ cart_id, pay_url }))
      expect(urls).toHaveLength(3)
      for (const pay_url of [data.pay_url, null]) expect(urls).toContainEqual({ cart_id: cart.id, pay_url })
      expect(urls).toContainEqual({ cart_id: bought.cart.id, pay_url: null })
    })
  })

  describe("and a cart lock in PostgreSQL that a killed process left", () => {
    /** Inserts a lock as Medusa's provider does. */
    const lock = (cartId: string, seconds: number) =>
      knexOf(shop.container).raw(
        "INSERT INTO locking (id, owner_id, expiration) VALUES (?, 'killed', now() + ? * interval '1 s')",
        [cartId, seconds],
      )
    const locked = (cartId: string) => knexOf(shop.container)("locking").where({ id: cartId })

    it("places the order after the lock expired", async () => {
      const { cart, data } = await openCart(shop)
      const { id } = await payUnsettled(shop, data.payment_id)
      // As after a first try that failed because the lock was still valid.
      await cryptoPayments(shop.container).payments.patch(id, { settle_attempts: 1 }, new Date())
      await lock(cart.id, -1)
      await sweepAt(shop, 1)
      await rowInState(shop.container, data.payment_id, "settled")
      expect(await shop.ordersOfCart(cart.id)).toHaveLength(1)
    })

    it("removes no lock before it expires, and none of another cart", async () => {
      await lock("cart_alive", 60)
      await lock("cart_other", -60)
      expect(await freeExpiredLock(shop.container, "cart_alive")).toBe(false)
      for (const id of ["cart_alive", "cart_other"]) expect(await locked(id)).toHaveLength(1)
      expect(await freeExpiredLock(shop.container, "cart_other")).toBe(true)
      expect(await locked("cart_other")).toEqual([])
    })
  })
})
