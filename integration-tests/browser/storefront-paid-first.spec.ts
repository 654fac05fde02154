import { randomBytes } from "node:crypto"
import { adminApi, rowInState, sandboxOf } from "./support/payer"
import { PAID_FIRST_CONNECTION, type Place } from "./support/place"
import { heading, openShop, payment, paymentOf, toPayment } from "./support/shop"
import { describeShopper, findings } from "./support/shopper"

describeShopper("the example shop with orders placed on payment", (shopper) => {
  const secret = `whsec_${randomBytes(16).toString("hex")}`

  // Its own connection and country, because other tests use the same store at the same time.
  beforeAll(async () => {
    const { place } = shopper
    const admin = await adminApi(place)
    const { url, apiKey, secretKey } = place.sandbox
    const keys = { base_url: url, api_key: apiKey, secret_key: secretKey, endpoint_secret: secret }
    const path = `/admin/crypto-payments/connections/${PAID_FIRST_CONNECTION}`
    await admin.post(path, { ...keys, order_placement: "payment" })
    const payment_providers = [`pp_crypto_${PAID_FIRST_CONNECTION}`]
    await admin.post("/admin/regions", { name: "Canada", currency_code: "usd", countries: ["ca"], payment_providers })
  })

  const pay = async (place: Place, paymentId: string) => {
    await sandboxOf(place).pay(paymentId)
    await sandboxOf(place).deliverTo(`${place.url}/hooks/crypto-payments/${PAID_FIRST_CONNECTION}`, secret, paymentId)
  }

  const toAddress = async () => {
    const page = await openShop(shopper, { locale: "en-CA" })
    await toPayment(page)
    await page.getByLabel("Litecoin").check()
    await page.getByRole("button", { name: "Place the order and pay" }).click()
    await heading(page, "Your order is placed when it is paid").waitFor()
    await payment(page).getByRole("timer").waitFor()
    return page
  }

  it("shows what to pay, and the order as soon as it is paid", async () => {
    const { place } = shopper
    const page = await toAddress()
    expect(await findings(page)).toEqual([])
    // There is no order yet, and the cart is unchanged.
    await page.getByRole("link", { name: "Cart (1)" }).waitFor()
    expect(await page.getByRole("link", { name: "Your order" }).count()).toBe(0)

    const first = await paymentOf(page, place)
    await page.reload()
    await payment(page).getByRole("timer").waitFor()
    expect(await paymentOf(page, place)).toBe(first)

    await payment(page).getByText("Pay with something else").click()
    await payment(page).getByRole("button", { name: "Bitcoin" }).click()
    await payment(page).getByRole("heading", { name: "Pay with Bitcoin" }).waitFor()
    await payment(page).getByRole("timer").waitFor()
    await pay(place, await paymentOf(page, place))
    await heading(page, /^Order \d+ is paid\. Thank you!$/).waitFor()
    await page.getByRole("link", { name: "Cart", exact: true }).click()
    await heading(page, "Your cart is empty").waitFor()
  })

  it("shows the order to a shopper who comes back after paying with the tab closed", async () => {
    const { place } = shopper
    const page = await toAddress()
    const paymentId = await paymentOf(page, place)
    const context = page.context()
    await page.close()
    await pay(place, paymentId)
    await rowInState(place, paymentId, "settled")

    const again = await context.newPage()
    await again.goto("/")
    await again.getByRole("link", { name: "Your order" }).click()
    await heading(again, /^Order \d+ is paid\. Thank you!$/).waitFor()
    await payment(again).getByRole("heading", { name: "Paid" }).waitFor()
  })
})
