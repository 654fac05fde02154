import type { Page } from "playwright-core"
import { editQuantity } from "../support/order-changes"
import { adminApi, rowInState, sandboxOf, seen } from "./support/payer"
import { heading, openShop, order, payment, paymentOf, toPayment } from "./support/shop"
import { askNow, changeAnswers, describeShopper, endQuoteIn, findings, offerTwice, spareWidth } from "./support/shopper"

describeShopper("the example shop", (shopper) => {
  it("opens when it can be reached again, and keeps the cart", async () => {
    const page = await openShop(shopper)
    await page.route("**/store/regions*", (route) => route.abort())
    await page.reload()
    await heading(page, "The shop cannot be reached").waitFor()
    expect(await findings(page)).toEqual([])
    await page.unroute("**/store/regions*")
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("button", { name: "Add to cart: Field notebook" }).click()
    await page.getByRole("button", { name: "One more: Field notebook" }).click()
    await page.getByRole("link", { name: "Cart (2)" }).waitFor()
    await page.getByText("$31.00").first().waitFor()

    // The payment step needs an address first.
    await page.goto("/checkout/payment")
    await heading(page, "Where shall it go?").waitFor()

    await page.getByRole("link", { name: "Cart (2)" }).click()
    await page.getByRole("button", { name: "One less: Field notebook" }).click()
    await page.getByRole("link", { name: "Cart (1)" }).waitFor()
    await page.getByRole("button", { name: "Remove: Field notebook" }).click()
    await heading(page, "Your cart is empty").waitFor()
    await page.locator("h1:focus").waitFor()
  })

  it("places no order before an available asset is chosen, and offers each asset once", async () => {
    const page = await openShop(shopper, { viewport: { width: 390, height: 640 } })
    await page.clock.install()
    const asked: string[] = []
    page.on("request", (request) => {
      if (request.method() === "POST" && /payment-sessions|complete/.test(request.url())) asked.push(request.url())
    })
    let isOut = true
    // Two providers of the region offer the same assets.
    await offerTwice(page, () => isOut)
    await toPayment(page)
    await page.getByText("Out for the moment").first().waitFor()
    expect(await page.getByLabel("Bitcoin").isDisabled()).toBe(true)
    await page.getByRole("button", { name: "Place the order and pay" }).click()
    await page.getByRole("alert").getByText("Choose what to pay with.").waitFor()
    expect(asked).toEqual([])

    isOut = false
    await page.clock.runFor(25_000)
    await page.getByText("Out for the moment").first().waitFor({ state: "detached" })
    await page.getByLabel("Bitcoin").check()
    await page.context().setOffline(true)
    await page.getByRole("button", { name: "Place the order and pay" }).click()
    await page.getByRole("alert").getByText("You are offline.").waitFor()
    expect(await page.getByRole("alert").evaluate((one) => one.getBoundingClientRect().top >= 0)).toBe(true)
    expect(asked).toEqual([])
    await page.context().setOffline(false)
    await page.getByLabel("USDC on Base").check()
    await page.getByRole("button", { name: "Place the order and pay" }).click()
    await heading(page, /^Order \d+ waits for its payment$/).waitFor()
  })

  it("shows in an order's heading how its payment is, and what it owes since it was edited", async () => {
    const { place } = shopper
    const page = await openShop(shopper)
    const paymentId = await order(page, place)
    let told: object = {}
    await changeAnswers(page, () => told)
    const states: [{ state: string; status: string; sent_back_at?: string }, RegExp][] = [
      [{ status: "expired", state: "alreadyPaid" }, /^Order \d+ is already paid$/],
      [{ status: "expired", state: "canceled" }, /^Order \d+ was canceled$/],
      [{ status: "paid", state: "held" }, /^Order \d+: your payment has arrived$/],
      [
        { status: "paid", state: "sentBack", sent_back_at: "2026-01-02T12:00:00.000Z" },
        /^Order \d+: your payment was sent back$/,
      ],
    ]
    const link = page.getByRole("link", { name: "the page to pay on" })
    await link.waitFor()
    for (const [state, title] of states) {
      told = state
      await askNow(page)
      await heading(page, title).waitFor()
      if (["alreadyPaid", "canceled"].includes(state.state)) await link.waitFor({ state: "detached" })
    }
    await payment(page).getByRole("heading", { name: "Sent back, recorded on Jan 2, 2026" }).waitFor()

    told = {}
    await seen(place, paymentId, 1)
    await askNow(page)
    await heading(page, /^Order \d+: your payment was seen$/).waitFor()
    await sandboxOf(place).pay(paymentId)
    await heading(page, /is paid\. Thank you!$/).waitFor()
    // Of an order that was paid twice, this payment may be the one that it did not take.
    told = { state: "twice" }
    await page.reload()
    await heading(page, /^Order \d+: your payment has arrived$/).waitFor()
    await payment(page).getByText("Your payment arrived too.").waitFor()
    expect(await page.getByText("Thank you").count()).toBe(0)

    told = {}
    const { order_id } = await rowInState(place, paymentId, "settled")
    await editQuantity(await adminApi(place), order_id as string, 2)
    await page.reload()
    await heading(page, /^Order \d+: \$15\.50 is still to be paid$/).waitFor()
    await payment(page).getByText("Your payment has arrived. $15.50 is still to be paid.").waitFor()
    expect(await page.getByText("Thank you").count()).toBe(0)

    await payment(page).getByRole("button", { name: "Pay the remaining $15.50" }).click()
    await heading(page, /^Order \d+ waits for its payment$/).waitFor()
    await payment(page).getByRole("timer").waitFor()
    await payment(page).getByText("$15.50").first().waitFor()
    await sandboxOf(place).pay(await paymentOf(page, place))
    await heading(page, /is paid\. Thank you!$/).waitFor()
  })

  it("lets a shopper pay an order with a new price, with another asset, and with the tab closed", async () => {
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

    await payment(page).getByText("Pay with something else").click()
    await payment(page).getByRole("button", { name: "USDT on Polygon" }).click()
    await payment(page).getByText("Send only USDT on Polygon.").waitFor()
    const switched = await paymentOf(page, place)
    expect(switched).not.toBe(renewed)
    const context = page.context()
    await page.close()
    await sandboxOf(place).pay(switched)
    await rowInState(place, switched, "settled")

    const again = await context.newPage()
    await again.goto("/")
    await again.getByRole("link", { name: "Your order" }).click()
    await heading(again, /is paid\. Thank you!$/).waitFor()
    await payment(again).getByRole("heading", { name: "Paid" }).waitFor()
  })

  it("sells a product with the keyboard alone, without serious findings of axe", async () => {
    const { place } = shopper
    const page = await openShop(shopper)
    const found: string[] = []
    const look = async () => found.push(...(await findings(page)))
    const go = async (to: ReturnType<Page["getByRole"]>, key = "Enter") => {
      await to.waitFor()
      for (let steps = 0; !(await to.evaluate((element) => element === document.activeElement)); steps++) {
        if (steps > 40) throw new Error("the keyboard does not get there")
        await page.keyboard.press("Tab")
      }
      await page.keyboard.press(key)
    }
    await page.getByRole("button", { name: "Add to cart: Field notebook" }).waitFor()
    await look()
    await go(page.getByRole("button", { name: "Add to cart: Field notebook" }))
    await heading(page, "Your cart").waitFor()
    await look()
    await go(page.getByRole("link", { name: "Check out" }))
    await heading(page, "Where shall it go?").waitFor()
    await go(page.getByLabel("E-mail"), "a")
    await page.keyboard.type("da@example.com")
    for (const text of ["Ada", "Example", "1 Main St", "10001", "New York"]) {
      await page.keyboard.press("Tab")
      await page.keyboard.type(text)
    }
    await look()
    await page.keyboard.press("Enter")
    await page.getByRole("radio", { name: /^Parcel/, checked: true }).waitFor()
    await look()
    await go(page.getByLabel("Bitcoin"), "Space")
    await go(page.getByRole("button", { name: "Place the order and pay" }))
    await heading(page, /waits for its payment/).waitFor()
    await look()
    await go(payment(page).getByRole("button", { name: "Copy address" }))
    await payment(page).getByRole("status").getByText("Copied").waitFor()

    await sandboxOf(place).pay(await paymentOf(page, place))
    await heading(page, /is paid\. Thank you!$/).waitFor()
    await payment(page).getByRole("heading", { name: "Paid" }).waitFor()
    await look()
    expect(found).toEqual([])
    await page.reload()
    await heading(page, /is paid\. Thank you!$/).waitFor()
    await page.getByRole("link", { name: "Cart", exact: true }).click()
    await heading(page, "Your cart is empty").waitFor()
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
  })
})
