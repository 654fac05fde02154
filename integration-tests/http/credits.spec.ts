import { readOrderBooks } from "../../src/medusa/books"
import { cancelUnpaidOrders } from "../../src/workflows/cancel-unpaid/cancel-unpaid-orders"
import { contextOf } from "../../src/workflows/context"
import { clockAhead, cryptoPayments, rowInState, rowOf, untilNoted } from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { createHttp, type Http } from "../support/http"
import { describeShop } from "../support/medusa"
import { orderChanges } from "../support/order-changes"
import { shopperOf } from "../support/shopper"
import type { Cart } from "../support/store"

jest.mock("../../medusa-config", () => jest.requireActual("../support/loyalty").configWithLoyalty())

describeShop("an order of which credit paid a part", { orderPlacement: "checkout", withPlugins: true }, (shop) => {
  expectErrors(NO_REFUND_BY_SOFTWARE)

  /** Both pay 10.00 USD of a cart with the loyalty plugin. */
  const CREDITS: Record<string, (cart: Cart) => Promise<unknown>> = {
    "a gift card": async ({ id }) => {
      const card = { currency_code: "usd", value: 10, code: "TEN-DOLLARS" }
      await shop.admin.post("/admin/gift-cards", card)
      await shop.store.post(`/store/carts/${id}/gift-cards`, { code: card.code })
    },
    "store credit": async ({ id }) => {
      const customer = await logIn()
      const { cart } = await customer.post(`/store/carts/${id}/customer`)
      const account = { currency_code: "usd", customer_id: cart.customer_id }
      const { store_credit_account } = await shop.admin.post("/admin/store-credit-accounts", account)
      await shop.admin.post(`/admin/store-credit-accounts/${store_credit_account.id}/credit`, { amount: 50 })
      await customer.post(`/store/carts/${id}/store-credits`, { amount: 10 })
    },
  }
  /** @returns the requests of a new customer who is logged in */
  const logIn = async (): Promise<Http> => {
    const login = { email: "credited@example.com", password: "correct horse battery" }
    const as = ({ token }: { token: string }) =>
      createHttp(shop.url, { ...shop.store.headers, authorization: `Bearer ${token}` })
    const registered = as(await shop.store.post("/auth/customer/emailpass/register", login))
    await registered.post("/store/customers", { email: login.email })
    return as(await shop.store.post("/auth/customer/emailpass", login))
  }
  /** An order of 25.50 USD, 10.00 of it by credit. */
  const place = async (credit: string) => {
    const cart = await shop.store.makeCart({ email: "credited@example.com" })
    await CREDITS[credit]?.(cart)
    const { data } = await shop.store.openSession(cart)
    expect(data.amount).toMatchObject({ minor: 1550 })
    const { orderId } = await shop.store.placeOrder(cart)
    await untilNoted(shop.container, data.payment_id)
    return { orderId, paymentId: data.payment_id, token: data.token }
  }
  const outstanding = async (orderId: string) => (await readOrderBooks(shop.container, orderId))?.outstanding

  it.each(Object.keys(CREDITS))(
    "owes the rest after %s, and nothing is overpaid or owed once it is paid",
    async (credit) => {
      const { orderId, paymentId, token } = await place(credit)
      expect(await outstanding(orderId)).toEqual({ minor: 1550, currency: "USD" })
      expect(await orderChanges(shop).pending(orderId)).toBe(15.5)
      shop.sandbox.pay(paymentId)
      expect((await rowInState(shop.container, paymentId, "settled")).attention_reason).toBeNull()
      await cryptoPayments(shop.container).drain.idle()
      expect(await readOrderBooks(shop.container, orderId)).toMatchObject({ outstanding: null, overpaid: null })
      expect(await orderChanges(shop).pending(orderId)).toBe(0)
      expect(await shopperOf(shop).view(token)).toMatchObject({ status: "paid", outstanding: null, unfinished: false })
    },
  )

  it.each(Object.keys(CREDITS))("is kept when nobody pays the rest after %s, and a person is told", async (credit) => {
    const { orderId, paymentId } = await place(credit)
    expect((await cancelUnpaidOrders(contextOf(shop.container, clockAhead(3 * 24 * 60)))).canceled).toBe(0)
    expect((await shop.orderOf(orderId)).status).toBe("pending")
    expect((await rowOf(shop.container, paymentId)).attention_reason).toBe("order_kept")
    const { health } = await shop.admin.get("/admin/crypto-payments/health")
    expect(health.waiting_orders.count).toBe(1)
  })
})
