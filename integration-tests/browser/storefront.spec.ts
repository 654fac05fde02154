import type { Page } from "playwright-core"
import { orderChanges } from "../support/order-changes"
import { adminApi, rowInState, sandboxOf, seen } from "./support/payer"
import type { Place } from "./support/place"
import { findings, heading, openShop, order, payment, paymentOf, toPayment } from "./support/shop"
import { askNow, describeShopper, endQuoteIn, offerTwice } from "./support/shopper"

const spareWidth = (page: Page): Promise<number> =>
  page.evaluate(() => innerWidth - document.documentElement.scrollWidth)

const askForRest = async (place: Place, orderId: string) =>
  (await adminApi(place)).post(`/admin/crypto-payments/orders/${orderId}/payment-link`, {})

/** Changes the payment in the store API's answers. */
const answerWith = (page: Page, changes: () => object) =>
  page.route(/store\/crypto-payments\/[\w-]{20,}$/, async (route) => {
    const { "if-none-match": _known, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    const { token, payment } = await response.json()
    await route.fulfill({ response, json: { token, payment: { ...payment, ...changes() } } })
  })

describeShopper("the example shop", (shopper) => {
  it("changes the quantity of an item, and removes it from the cart", async () => {
    const page = await openShop(shopper)
    await page.getByRole("button", { name: "Add to cart: Field notebook" }).click()
    await page.getByRole("button", { name: "One more: Field notebook" }).click()
    await page.getByRole("link", { name: "Cart (2)" }).waitFor()
    await page.getByText("$31.00").first().waitFor()
    await page.getByRole("button", { name: "One less: Field notebook" }).click()
    await page.getByRole("link", { name: "Cart (1)" }).waitFor()
    await page.getByRole("button", { name: "Remove: Field notebook" }).click()
    await heading(page, "Your cart is empty").waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1")
  })

  it("says that the shop cannot be reached, and opens when it can be reached again", async () => {
    const page = await openShop(shopper)
    await page.route("**/store/regions*", (route) => route.abort())
    await page.reload()
    await heading(page, "The shop cannot be reached").waitFor()
    expect(await findings(page)).toEqual([])
    await page.unroute("**/store/regions*")
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("button", { name: "Add to cart: Field notebook" }).waitFor()
  })

  it("asks for the address when a shopper opens the payment step directly", async () => {
    const page = await openShop(shopper)
    await page.getByRole("button", { name: "Add to cart: Field notebook" }).click()
    await heading(page, "Your cart").waitFor()
    await page.goto("/checkout/payment")
    await heading(page, "Where shall it go?").waitFor()
  })

  it("places no order before an asset is chosen, and asks to choose one", async () => {
    const page = await openShop(shopper)
    const asked: string[] = []
    page.on("request", (request) => {
      if (request.method() === "POST" && /payment-sessions|complete/.test(request.url())) asked.push(request.url())
    })
    await page.route("**/store/crypto-payments/options*", async (route) => {
      const response = await route.fetch()
      const { options } = await response.json()
      const out = options.map((one: object) => ({ ...one, available: false }))
      await route.fulfill({ response, json: { options: out } })
    })
    await toPayment(page)
    await page.getByText("Out for the moment").first().waitFor()
    await page.getByRole("button", { name: "Place the order and pay" }).click()
    await page.getByRole("alert").getByText("Choose what to pay with.").waitFor()
    expect(asked).toEqual([])
  })

  it("lets a shopper choose an asset that is available again, without a reload", async () => {
    const page = await openShop(shopper)
    await page.clock.install()
    let isOut = true
    await page.route("**/store/crypto-payments/options*", async (route) => {
      const response = await route.fetch()
      const { options } = await response.json()
      const given = options.map((one: { asset: string }) => ({ ...one, available: !(isOut && one.asset === "BTC") }))
      await route.fulfill({ response, json: { options: given } })
    })
    await toPayment(page)
    await page.getByText("Out for the moment").waitFor()
    expect(await page.getByLabel("Bitcoin").isDisabled()).toBe(true)
    isOut = false
    await page.clock.runFor(25_000)
    await page.getByText("Out for the moment").waitFor({ state: "detached" })
    await page.getByLabel("Bitcoin").check()
  })

  it("says that it is offline, until the network is back", async () => {
    const page = await openShop(shopper, { viewport: { width: 390, height: 640 } })
    await toPayment(page)
    await page.getByLabel("Bitcoin").check()
    await page.context().setOffline(true)
    await page.getByRole("button", { name: "Place the order and pay" }).click()
    await page.getByRole("alert").getByText("You are offline.").waitFor()
    expect(await page.getByRole("alert").evaluate((one) => one.getBoundingClientRect().top >= 0)).toBe(true)
    await page.context().setOffline(false)
    await page.getByRole("alert").waitFor({ state: "detached" })
    await page.getByLabel("Bitcoin").check()
  })

  it("shows the payment's state in an order's heading, and links to the pay page only while money is owed", async () => {
    const { place } = shopper
    const page = await openShop(shopper)
    await order(page, place)
    let told: object = {}
    await answerWith(page, () => told)
    const states: [object, RegExp][] = [
      [{ status: "expired", nothing_owed: true }, /^Order \d+ is already paid$/],
      [{ status: "expired", canceled: true }, /^Order \d+ was canceled$/],
      [{ status: "paid", unfinished: true }, /^Order \d+: your payment has arrived$/],
      [
        { status: "paid", sent_back_at: "2026-01-02T12:00:00.000Z", next_poll_seconds: null },
        /^Order \d+: your payment was sent back$/,
      ],
    ]
    const link = page.getByRole("link", { name: "the page to pay on" })
    await link.waitFor()
    for (const [state, title] of states) {
      told = state
      await askNow(page)
      await heading(page, title).waitFor()
      if ("nothing_owed" in state || "canceled" in state) await link.waitFor({ state: "detached" })
    }
    await payment(page).getByRole("heading", { name: "Sent back, recorded on Jan 2, 2026" }).waitFor()
  })

  it("says what an order still owes that was edited after it was paid, and shows the step to pay it", async () => {
    const { place } = shopper
    const page = await openShop(shopper)
    const paymentId = await order(page, place)
    await sandboxOf(place).pay(paymentId)
    await heading(page, /is paid\. Thank you!$/).waitFor()
    const { order_id } = await rowInState(place, paymentId, "settled")
    const changes = orderChanges({ admin: await adminApi(place) } as never)
    await changes.editQuantity(order_id as string, 2)
    await page.reload()
    await heading(page, /^Order \d+: \$15\.50 is still to be paid$/).waitFor()
    await payment(page).getByText("Your payment has arrived. $15.50 is still to be paid.").waitFor()
    expect(await page.getByText("Thank you").count()).toBe(0)

    const { payment_link } = await askForRest(place, order_id as string)
    const link = await page.context().newPage()
    await link.goto(payment_link.link.url)
    await link.getByRole("button", { name: "Litecoin" }).click()
    await link.getByText("Pay with Litecoin").waitFor()
    await page.reload()
    await heading(page, /^Order \d+ waits for its payment$/).waitFor()
    await payment(page).getByText("$15.50").first().waitFor()
    await sandboxOf(place).pay(await paymentOf(page, place))
    await heading(page, /is paid\. Thank you!$/).waitFor()
  })

  it("keeps what was typed into the address form when the page is reloaded", async () => {
    const page = await openShop(shopper)
    await page.getByRole("button", { name: "Add to cart: Field notebook" }).click()
    await page.getByRole("link", { name: "Check out" }).click()
    await page.getByLabel("E-mail").fill("ada@example.com")
    await page.getByLabel("City").fill("New York")
    await page.reload()
    await heading(page, "Where shall it go?").waitFor()
    expect(await page.getByLabel("E-mail").inputValue()).toBe("ada@example.com")
    expect(await page.getByLabel("City").inputValue()).toBe("New York")
  })

  it("shares one cart between two tabs, and updates both", async () => {
    const { place } = shopper
    const page = await openShop(shopper)
    const other = await page.context().newPage()
    await other.goto("/")
    await page.getByRole("button", { name: "Add to cart: Field notebook" }).click()
    await other.getByRole("link", { name: "Cart (1)" }).waitFor()
    await other.getByRole("button", { name: "Add to cart: Field notebook" }).click()
    await page.getByRole("link", { name: "Cart (2)" }).waitFor()
    await other.getByRole("button", { name: "One less: Field notebook" }).click()
    await page.getByRole("link", { name: "Cart (1)" }).waitFor()

    await other.goto("/checkout")
    await heading(other, "Where shall it go?").waitFor()
    await page.goto("/")
    await order(page, place)
    await heading(other, /^Order \d+ waits for its payment$/).waitFor()
    await other.getByRole("link", { name: "Margin Press" }).click()
    await other.getByRole("button", { name: "Add to cart: Field notebook" }).click()
    await heading(other, "Your cart").waitFor()
    await page.getByRole("link", { name: "Cart (1)" }).waitFor()
  })

  it("says in its heading that the payment was seen, before the order is paid", async () => {
    const { place } = shopper
    const page = await openShop(shopper)
    const paymentId = await order(page, place)
    await seen(place, paymentId, 1)
    await askNow(page)
    await heading(page, /^Order \d+: your payment was seen$/).waitFor()
    await sandboxOf(place).pay(paymentId)
    await heading(page, /is paid\. Thank you!$/).waitFor()
  })

  it("shows an order as paid that was paid while its tab was closed", async () => {
    const { place } = shopper
    const page = await openShop(shopper)
    const paymentId = await order(page, place)
    const context = page.context()
    await page.close()
    await sandboxOf(place).pay(paymentId)
    await rowInState(place, paymentId, "settled")

    const again = await context.newPage()
    await again.goto("/")
    await again.getByRole("link", { name: "Your order" }).click()
    await heading(again, /is paid\. Thank you!$/).waitFor()
    await payment(again).getByRole("heading", { name: "Paid" }).waitFor()
  })

  it("does not thank for money that a paid order did not take", async () => {
    const { place } = shopper
    const page = await openShop(shopper)
    await sandboxOf(place).pay(await order(page, place))
    await heading(page, /is paid\. Thank you!$/).waitFor()
    await answerWith(page, () => ({ unfinished: true }))
    await page.reload()
    await heading(page, /^Order \d+: your payment has arrived$/).waitFor()
    await payment(page).getByText("Ask the shop about your money").waitFor()
    expect(await page.getByText("Thank you").count()).toBe(0)
  })

  it("lets a shopper pay an order with a new price after the first price expired", async () => {
    const { place } = shopper
    const page = await openShop(shopper)
    const paymentId = await order(page, place, "Litecoin")
    await sandboxOf(place).expire(paymentId)
    await endQuoteIn(place, paymentId, -1)
    await askNow(page)
    await payment(page).getByRole("button", { name: "Get a new price" }).click()
    await payment(page).getByRole("timer").waitFor()
    const renewed = await paymentOf(page, place)
    expect(renewed).not.toBe(paymentId)

    await page.reload()
    await payment(page).getByRole("timer").waitFor()
    expect(await paymentOf(page, place)).toBe(renewed)
    await sandboxOf(place).pay(renewed)
    await heading(page, /is paid\. Thank you!$/).waitFor()
  })

  it("lets a shopper pay a placed order with another asset", async () => {
    const { place } = shopper
    const page = await openShop(shopper)
    const paymentId = await order(page, place, "Dogecoin")
    await payment(page).getByText("Pay with something else").click()
    await payment(page).getByRole("button", { name: "USDT on Polygon" }).click()
    await payment(page).getByText("Send only USDT on Polygon.").waitFor()
    const switched = await paymentOf(page, place)
    expect(switched).not.toBe(paymentId)
    await sandboxOf(place).pay(switched)
    await heading(page, /is paid\. Thank you!$/).waitFor()
  })

  it("offers an asset once when two providers of the region have it", async () => {
    const page = await openShop(shopper)
    await offerTwice(page)
    await order(page, shopper.place, "USDC on Base")
  })

  it("works with the keyboard alone", async () => {
    const page = await openShop(shopper)
    const go = async (to: ReturnType<Page["getByRole"]>, key = "Enter") => {
      await to.waitFor()
      for (let steps = 0; !(await to.evaluate((element) => element === document.activeElement)); steps++) {
        if (steps > 40) throw new Error("the keyboard does not get there")
        await page.keyboard.press("Tab")
      }
      await page.keyboard.press(key)
    }
    await go(page.getByRole("button", { name: "Add to cart: Field notebook" }))
    await go(page.getByRole("link", { name: "Check out" }))
    await heading(page, "Where shall it go?").waitFor()
    await go(page.getByLabel("E-mail"), "a")
    await page.keyboard.type("da@example.com")
    for (const text of ["Ada", "Example", "1 Main St", "10001", "New York"]) {
      await page.keyboard.press("Tab")
      await page.keyboard.type(text)
    }
    await page.keyboard.press("Enter")
    await page.getByRole("radio", { name: /^Parcel/, checked: true }).waitFor()
    await go(page.getByLabel("Bitcoin"), "Space")
    await go(page.getByRole("button", { name: "Place the order and pay" }))
    await heading(page, /waits for its payment/).waitFor()
    await go(payment(page).getByRole("button", { name: "Copy address" }))
    await payment(page).getByRole("status").getByText("Copied").waitFor()
  })

  it("shows the prices of the country that was chosen last, even if other prices come later", async () => {
    const page = await shopper.newPage({ baseURL: shopper.place.shop, locale: "de-DE" })
    let letGo = () => {}
    const chosen = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route("**/store/products?*", async (route) => {
      const response = await route.fetch()
      if (route.request().url().includes(shopper.place.seed.regions.eur)) await chosen
      await route.fulfill({ response })
    })
    await page.goto("/")
    await page.getByLabel("Deliver to").selectOption("United States")
    await page.getByText("15,50\u00a0$").first().waitFor()
    const late = page.waitForResponse(/store\/products\?/)
    letGo()
    await late
    await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
    await page.getByText("15,50\u00a0$").first().waitFor()
    expect(await page.getByText("€").count()).toBe(0)
  })

  it("sells in the shopper's country and language on a small dark screen", async () => {
    const small = { colorScheme: "dark", viewport: { width: 320, height: 640 } } as const
    const page = await openShop(shopper, { locale: "de-DE", ...small })
    const spare: number[] = []
    await toPayment(page, async () => spare.push(await spareWidth(page)))
    await page.getByLabel("Bitcoin").check()
    await page.getByRole("button", { name: "Place the order and pay" }).click()
    await payment(page).getByRole("heading", { name: "Mit Bitcoin bezahlen" }).waitFor()
    await payment(page).getByText("23,25\u00a0€").first().waitFor()
    spare.push(await spareWidth(page))
    expect(Math.min(...spare)).toBeGreaterThanOrEqual(0)
    expect(await findings(page)).toEqual([])
    expect(await payment(page).getAttribute("lang")).toBe("de")

    await page.goto("/")
    await page.getByLabel("Deliver to").selectOption("United States")
    await page.getByText("15,50\u00a0$").first().waitFor()
  })
})
