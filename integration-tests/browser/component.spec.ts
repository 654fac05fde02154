import type { Locator, Page, Route } from "playwright-core"
import { until } from "../support/until"
import { seriousFindings } from "./support/chromium"
import { openComponent, REACTS } from "./support/component/open"
import { adminApi, rowInState, sandboxOf, seen } from "./support/payer"
import {
  askNow,
  describeShopper,
  endQuoteIn,
  offerTwice,
  POLL_MS,
  scan,
  secondsLeft,
  stopClock,
} from "./support/shopper"

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name, exact: true })
const said = (page: Page, text: string) => page.getByRole("status").getByText(text)
const findings = (page: Page) => seriousFindings(page, "html")
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName)
const spareWidth = (page: Page): Promise<number> =>
  page.evaluate(() => innerWidth - document.documentElement.scrollWidth)
const isOnScreen = async (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
const statusOf = (page: Page) => page.locator(".crypto-payment").getAttribute("data-status")
const CODE = ".crypto-payment__qr"

/** Tells the page that its tab is hidden, or that it is visible again. */
const hide = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, value })
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
  }, hidden)

/** Changes the server's answers about a payment. */
const changeAnswers = (page: Page, token: string, changes: object) =>
  page.route(`**/store/crypto-payments/${token}`, async (route) => {
    const { "if-none-match": _known, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    const { payment } = await response.json()
    await route.fulfill({ response, json: { token, payment: { ...payment, ...changes } } })
  })

describeShopper("the storefront's component", (shopper) => {
  it.each(REACTS)("shows each step until it is paid, and calls onSettled once (React %d)", async (react) => {
    const { data } = await shopper.order({ asset: "USDC", chain: "base" })
    const page = await shopper.newPage()
    await page.clock.install()
    const shop = await openComponent({ ...shopper, newPage: async () => page }, data.token, {
      react,
      returnUrl: "/products",
    })
    await heading(page, "Pay with USDC").waitFor()
    for (const text of ["Send only USDC on Base.", data.pay_amount.display, "$25.50", "Test mode"])
      await page.getByText(text).first().waitFor()
    expect(await page.getByRole("link", { name: "Open in wallet" }).getAttribute("href")).toBe(data.uri)
    expect(await findings(page)).toEqual([])

    await seen(shopper.place, data.payment_id, 2)
    await page.clock.fastForward(POLL_MS)
    await heading(page, "We see your payment").waitFor()
    await said(page, "We see your payment").waitFor()
    await page.getByText("Confirmations so far: 2").waitFor()
    await page.getByText(`${data.pay_amount.display} USDC`).waitFor()
    const explorer = `https://sepolia.basescan.org/address/${data.address}`
    expect(await page.getByRole("link", { name: data.address }).getAttribute("href")).toBe(explorer)
    expect(await focused(page)).toBe("BODY")
    await picture(page, "confirming")
    expect(await findings(page)).toEqual([])

    await shop.give({ className: "another" })
    await sandboxOf(shopper.place).pay(data.payment_id)
    await rowInState(shopper.place, data.payment_id, "settled")
    await page.clock.fastForward(POLL_MS)
    await heading(page, "Paid").waitFor()
    await said(page, "Paid").waitFor()
    await page.getByText(/^Order \d+$/).waitFor()
    await page.locator("h2:focus").waitFor()
    for (const text of ["Network", "Base", "Time", "Confirmations so far"]) await page.getByText(text).first().waitFor()
    expect(await page.getByRole("link", { name: data.address }).getAttribute("href")).toBe(explorer)
    await picture(page, "paid")
    expect(await page.getByRole("link", { name: "Back to the shop" }).getAttribute("href")).toBe("/products")
    expect(await findings(page)).toEqual([])
    const [settled, ...more] = await shop.calls("settled")
    expect(more).toEqual([])
    // Calls the callback of the latest rendering, not of the first one.
    expect(settled).toMatchObject([1, { status: "paid", order: { display_id: expect.any(Number) } }])
    expect(shop.complaints).toEqual([])
  })

  it.each(REACTS)("replaces an expired price, and calls onExpired once (React %d)", async (react) => {
    const { data } = await shopper.order()
    const shop = await openComponent(shopper, data.token, { react })
    const { page } = shop
    await page.getByText(data.address).waitFor()
    await sandboxOf(shopper.place).expire(data.payment_id)
    await endQuoteIn(shopper.place, data.payment_id, -1)
    await askNow(page)
    await heading(page, "This price has expired").waitFor()
    await page.getByText(/your payment will be found/i).waitFor()
    expect(await page.locator(`${CODE}, [href^="bitcoin:"], .crypto-payment__copy`).count()).toBe(0)
    await page.locator("h2:focus").waitFor()
    expect(await findings(page)).toEqual([])
    await picture(page, "expired")
    await askNow(page)

    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await heading(page, "Pay with Bitcoin").waitFor()
    await page.locator("h2:focus").waitFor()
    expect(await page.getByText(data.address).count()).toBe(0)
    expect(await shop.calls("expired")).toHaveLength(1)
    const changed = await shop.calls("token")
    expect(changed).toEqual([[0, expect.stringMatching(/^(?!.{0,20}$)[\w-]+$/)]])
    expect(changed[0]?.[1]).not.toBe(data.token)
    expect(shop.complaints).toEqual([])
  })

  it("does not ask for payment of an order that was canceled", async () => {
    const { data, orderId } = await shopper.order()
    const { page } = await openComponent(shopper, data.token, { regionId: shopper.place.seed.regions.usd })
    await page.getByText("Pay with something else").waitFor()
    await (await adminApi(shopper.place)).post(`/admin/orders/${orderId}/cancel`)
    await askNow(page)
    await heading(page, "This order was canceled").waitFor()
    await page.getByText(/your payment will be found/i).waitFor()
    expect(await page.locator(`${CODE}, .crypto-payment__other, .crypto-payment button`).count()).toBe(0)
    expect(await findings(page)).toEqual([])
  })

  it("does not ask for payment while the store cannot take it, and says whom to ask", async () => {
    const { data } = await shopper.order()
    const { page } = await openComponent(shopper, data.token, { regionId: shopper.place.seed.regions.usd })
    await page.getByText("Pay with something else").waitFor()
    // The server's answer for a connection that was removed from medusa-config.
    await changeAnswers(page, data.token, { status: "expired", unavailable: true, address: null, uri: null })
    await askNow(page)
    await heading(page, "This payment is not available right now").waitFor()
    await page.getByText(/^Ask the shop how to pay/).waitFor()
    expect(await page.getByText(/your payment will be found/i).count()).toBe(0)
    expect(await page.locator(`${CODE}, .crypto-payment__other, .crypto-payment button`).count()).toBe(0)
    expect(await findings(page)).toEqual([])
  })

  it("leaves the focus in another field of the page when the price expires", async () => {
    const { data } = await shopper.order()
    const { page } = await openComponent(shopper, data.token, { body: "<label>Notes <input></label>" })
    await page.getByText(data.address).waitFor()
    await page.getByLabel("Notes").focus()
    await endQuoteIn(shopper.place, data.payment_id, -1)
    await askNow(page)
    await said(page, "This price has expired").waitFor()
    expect(await focused(page)).toBe("INPUT")
  })

  it.each(REACTS)(
    "switches to another asset, and shows an unavailable asset as not available (React %d)",
    async (react) => {
      const { data } = await shopper.order()
      const page = await shopper.newPage()
      // Another provider of the region offers the same assets, but not for this payment.
      await offerTwice(page, ({ asset, chain }) => asset === "USDC" && chain === "base")
      const regionId = shopper.place.seed.regions.usd
      const shop = await openComponent({ ...shopper, newPage: async () => page }, data.token, { react, regionId })
      await page.getByText("Pay with something else").click()
      await page.getByText("USDC on Base Not available right now").waitFor()
      await page.getByText("Bitcoin ✓ Chosen").waitFor()
      expect(await page.getByRole("button", { name: "USDC on Base" }).count()).toBe(0)
      expect(await findings(page)).toEqual([])
      await picture(page, "other-assets")
      await page.getByRole("button", { name: "USDT on Polygon" }).click()
      await page.getByText("Send only USDT on Polygon.").waitFor()
      expect(await page.getByText(data.address).count()).toBe(0)
      expect(await page.locator(".crypto-payment").getAttribute("data-chain")).toBe("polygon")
      expect(await shop.calls("token")).toHaveLength(1)
      expect(shop.complaints).toEqual([])
    },
  )

  it("shows why it gets no new price, and calls onError with the code", async () => {
    const { data } = await shopper.order()
    await endQuoteIn(shopper.place, data.payment_id, -1)
    const shop = await openComponent(shopper, data.token)
    const { page } = shop
    const answers = [
      { status: 409, code: "session_gone", text: "This order can no longer be paid here." },
      { status: 429, code: "too_many_requests", text: "Too many requests." },
      { status: 403, code: "screening_failed", text: "Cryptocurrency is not available for this payment." },
      { status: 503, code: "service_unavailable", text: "Cryptocurrency is not available right now." },
    ]
    for (const { status, code, text } of answers) {
      await page.route("**/quote", (route) => route.fulfill({ status, json: { code, message: "no" } }), { times: 1 })
      await page.getByRole("button", { name: "Get a new price" }).click()
      await page.getByRole("alert").getByText(text).waitFor()
    }
    expect((await shop.calls("error")).map(([, code]) => code)).toEqual(answers.map(({ code }) => code))
    await page.getByRole("button", { name: "Get a new price" }).click()
    await heading(page, "Pay with Bitcoin").waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
  })

  it("says that a new price was refused, and does not report a lost connection", async () => {
    const { data } = await shopper.order()
    await endQuoteIn(shopper.place, data.payment_id, -1)
    const { page } = await openComponent(shopper, data.token)
    const refused = { status: 503, json: { code: "service_unavailable", message: "Try again." } }
    await page.route("**/quote", (route) => route.fulfill(refused), { times: 1 })
    let isRefused = false
    // The answer to the component's next request after the refusal. It may be 304.
    const answered = page.waitForResponse((answer) => {
      isRefused ||= answer.url().endsWith("/quote")
      return isRefused && answer.url().endsWith(data.token)
    })
    await page.getByRole("button", { name: "Get a new price" }).click()
    await page.getByRole("alert").getByText("Try again in a moment.").waitFor()
    await answered
    expect(await page.getByText("No connection.").count()).toBe(0)
  })

  it("requests the order at once when the answer to a new price is that the payment is paid", async () => {
    const { data } = await shopper.order()
    // A quote that expired an hour ago is polled every five minutes.
    await endQuoteIn(shopper.place, data.payment_id, -3600)
    const shop = await openComponent(shopper, data.token)
    const { page } = shop
    const { url, seed } = shopper.place
    const headers = { "x-publishable-api-key": seed.publishableKey }
    const { payment } = await (await fetch(`${url}/store/crypto-payments/${data.token}`, { headers })).json()
    const answerAs = (changes: object) => (route: Route) =>
      route.fulfill({ json: { token: data.token, payment: { ...payment, status: "paid", ...changes } } })
    await page.getByRole("button", { name: "Get a new price" }).waitFor()
    await page.route(`**/${data.token}`, answerAs({ next_poll_seconds: null, order: { display_id: 7 } }))
    await page.route("**/quote", answerAs({ order: null, next_poll_seconds: 3 }))
    await page.getByRole("button", { name: "Get a new price" }).click()
    await page.getByText("Order 7").waitFor()
    expect(await shop.calls("settled")).toHaveLength(1)
    expect(await shop.calls("token")).toEqual([])
  })

  it.each([
    ["was sent back", { sent_back_at: "2026-01-02T12:00:00.000Z" }, "Sent back, recorded on Jan 2, 2026"],
    ["no order took", { order: null, unfinished: true }, "Paid, but not ordered yet"],
  ])("does not call onSettled for money that %s", async (_, changes, title) => {
    const { data } = await shopper.order()
    const page = await shopper.newPage()
    const paid = { status: "paid", address: null, uri: null, next_poll_seconds: null }
    await changeAnswers(page, data.token, { ...paid, ...changes })
    const shop = await openComponent({ ...shopper, newPage: async () => page }, data.token)
    await heading(page, title).waitFor()
    expect(await shop.calls("settled")).toEqual([])
  })

  it("does not ask for payment when it does not know the status, and continues polling", async () => {
    const { data } = await shopper.order()
    const page = await shopper.newPage()
    await page.clock.install()
    await page.route(`**/${data.token}`, async (route) => {
      const { token, payment } = await (await route.fetch()).json()
      await route.fulfill({ json: { token, payment: { ...payment, status: "underpaid" } } })
    })
    const shop = await openComponent({ ...shopper, newPage: async () => page }, data.token)
    await heading(page, "Cryptocurrency is not available right now. Try again in a moment.").waitFor()
    await page.getByText(/your payment will be found/i).waitFor()
    expect(await page.getByText(data.address).count()).toBe(0)
    expect(await findings(page)).toEqual([])
    await page.unroute(`**/${data.token}`)
    await page.clock.fastForward(POLL_MS)
    await heading(page, "Pay with Bitcoin").waitFor()
    expect(shop.complaints).toEqual([])
  })

  it("says that there are too many requests when the first answer is 429, and shows the payment later", async () => {
    const { data } = await shopper.order()
    const page = await shopper.newPage()
    await page.clock.install()
    const busy = { status: 429, headers: { "retry-after": "40" }, json: { code: "too_many_requests" } }
    await page.route(`**/${data.token}`, (route) => route.fulfill(busy))
    await openComponent({ ...shopper, newPage: async () => page }, data.token)
    await page.getByRole("alert").getByText("Too many requests.").waitFor()
    await page.unroute(`**/${data.token}`)
    await page.clock.runFor(45_000)
    await page.getByText(data.address).waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
  })

  it("says that it is offline, hides the code and the address when the time is over, and continues polling", async () => {
    const { data } = await shopper.order()
    const page = await shopper.newPage()
    await page.clock.install()
    const shop = await openComponent({ ...shopper, newPage: async () => page }, data.token)
    await page.locator(CODE).waitFor()
    await page.context().setOffline(true)
    await page.locator(".crypto-payment__bad").getByText("No connection.").waitFor()
    await said(page, "No connection.").waitFor()
    expect(await page.locator(CODE).isVisible()).toBe(true)
    for (const _ of ["asks", "asks again"]) {
      const inVain = page.waitForEvent("requestfailed", (request) => request.url().endsWith(data.token))
      await page.clock.fastForward(901_000)
      await inVain
    }
    await page.locator(CODE).waitFor({ state: "detached" })
    expect(await page.getByRole("link", { name: "Open in wallet" }).count()).toBe(0)
    expect(await page.getByText(data.address).count()).toBe(0)
    expect(await page.getByRole("button", { name: /^Copy/ }).count()).toBe(0)
    await endQuoteIn(shopper.place, data.payment_id, -1)
    await page.context().setOffline(false)
    await heading(page, "This price has expired").waitFor()
    await page.locator(".crypto-payment__bad").waitFor({ state: "detached" })
    // A row of failures with the same code is reported once.
    expect((await shop.calls("error")).map(([, code]) => code)).toEqual(["network_error"])
  })

  it("polls every half minute while it is hidden, and at once when it is visible again", async () => {
    const { data } = await shopper.order()
    const page = await shopper.newPage()
    await stopClock(page)
    const shop = await openComponent({ ...shopper, newPage: async () => page }, data.token)
    await page.getByText(data.address).waitFor()
    const askedOnce = async (act: () => Promise<void>) => {
      const [asked, answered] = [shop.asked(), await shop.answered()]
      await act()
      await until("it is answered", async () => (await shop.answered()) > answered)
      expect(shop.asked()).toBe(asked + 1)
    }
    await hide(page, true)
    // The request that was due before the page was hidden.
    await askedOnce(() => page.clock.runFor(6_000))
    const before = shop.asked()
    await page.clock.runFor(28_000)
    expect(shop.asked()).toBe(before)
    await askedOnce(() => page.clock.runFor(3_000))
    await askedOnce(() => hide(page, false))
  })

  it("waits as long as Retry-After says, even if the network is back, and stops polling when unmounted", async () => {
    const { data } = await shopper.order()
    const page = await shopper.newPage()
    await stopClock(page)
    const shop = await openComponent({ ...shopper, newPage: async () => page }, data.token)
    await page.getByText(data.address).waitFor()
    const isAnswered = async (act: () => Promise<unknown>) => {
      const before = await shop.answered()
      await act()
      await until("it is answered", async () => (await shop.answered()) > before)
    }
    const busy = { status: 429, headers: { "retry-after": "40" }, json: { code: "too_many_requests" } }
    await page.route(`**/${data.token}`, (route) => route.fulfill(busy), { times: 1 })
    await isAnswered(() => askNow(page))
    const before = shop.asked()
    await page.clock.runFor(38_000)
    await askNow(page)
    expect(shop.asked()).toBe(before)
    await isAnswered(() => page.clock.runFor(3_000))
    expect(shop.asked()).toBe(before + 1)
    await page.getByText(data.address).waitFor()
    expect((await shop.calls("error")).map(([, code]) => code)).toEqual(["too_many_requests"])

    await shop.unmount()
    const last = shop.asked()
    await page.clock.runFor(300_000)
    await askNow(page)
    expect(shop.asked()).toBe(last)
    expect(shop.complaints).toEqual([])
  })

  it("counts down by the server's clock when the shopper's clock is an hour wrong", async () => {
    const { data } = await shopper.order()
    await endQuoteIn(shopper.place, data.payment_id, 1800)
    for (const hours of [-1, 1]) {
      const page = await shopper.newPage()
      await page.addInitScript((wrongBy) => {
        const right = Date.now.bind(Date)
        Date.now = () => right() + wrongBy
      }, hours * 3_600_000)
      await openComponent({ ...shopper, newPage: async () => page }, data.token)
      const left = await secondsLeft(page)
      expect(left).toBeGreaterThan(900)
      expect(left).toBeLessThanOrEqual(1800)
      await heading(page, "Pay with Bitcoin").waitFor()
    }
  })

  it("announces that one minute is left, and gets a new price", async () => {
    const { data } = await shopper.order()
    await endQuoteIn(shopper.place, data.payment_id, 600)
    const page = await shopper.newPage()
    await stopClock(page)
    await openComponent({ ...shopper, newPage: async () => page }, data.token)
    await page.locator(CODE).waitFor()
    // Without answers the page cannot set its clock back to the server's.
    await page.route(`**/${data.token}`, () => undefined)
    await page.clock.fastForward(((await secondsLeft(page)) - 59) * 1000)
    await said(page, "1 minute left to pay.").waitFor()
    await page.getByRole("button", { name: "Get a new price" }).click()
    await page.locator("h2:focus").waitFor()
    await page.getByText(data.address).waitFor({ state: "detached" })
    await heading(page, "Pay with Bitcoin").waitFor()
  })

  it("keeps its layout on a phone when ten minutes become nine", async () => {
    const { data } = await shopper.order()
    await endQuoteIn(shopper.place, data.payment_id, 900)
    const page = await shopper.newPage({ viewport: { width: 390, height: 844 } })
    await stopClock(page)
    await openComponent({ ...shopper, newPage: async () => page }, data.token)
    await page.locator(CODE).waitFor()
    const timer = page.getByRole("timer")
    // Only the test moves the page's clock, and no answer sets it back to the server's.
    await page.route(`**/${data.token}`, () => undefined)
    await page.clock.runFor(((await secondsLeft(page)) - 604) * 1000)
    await timer.getByText(/^10:0/).waitFor()
    const code = await page.locator(CODE).boundingBox()
    const before = await timer.boundingBox()
    await page.clock.runFor(8_000)
    await timer.getByText(/^9:5/).waitFor()
    expect(await timer.boundingBox()).toEqual(before)
    expect(await page.locator(CODE).boundingBox()).toEqual(code)
  })

  it("shows a QR code of only the address when pressed, and the first code when pressed again", async () => {
    const { data } = await shopper.order({ asset: "USDC", chain: "base" })
    const { page } = await openComponent(shopper, data.token, { options: { viewport: { width: 390, height: 844 } } })
    const alone = page.getByRole("button", { name: "QR code of the address only" })
    await alone.click()
    expect(await scan(page, CODE)).toBe(data.address)
    expect(await alone.getAttribute("aria-pressed")).toBe("true")
    await page.getByText("Enter the amount yourself.").waitFor()
    expect(await findings(page)).toEqual([])
    await alone.click()
    expect(await scan(page, CODE)).toBe(data.uri)
  })

  it("says in a hidden tab's title that it is paid, until the tab is visible again", async () => {
    const { data } = await shopper.order()
    const page = await shopper.newPage()
    await page.clock.install()
    await openComponent({ ...shopper, newPage: async () => page }, data.token)
    await heading(page, "Pay with Bitcoin").waitFor()
    const title = await page.title()
    await hide(page, true)
    await sandboxOf(shopper.place).pay(data.payment_id)
    await rowInState(shopper.place, data.payment_id, "settled")
    // In small steps, because the client's timeout uses the same clock.
    await until("the title says so", async () => {
      await page.clock.runFor(1_000)
      return (await page.title()) === `Paid · ${title}`
    })
    await hide(page, false)
    expect(await page.title()).toBe(title)
    await heading(page, "Paid").waitFor()
  })

  it.each(["seen", "paid"] as const)("says only the latest in a hidden tab's title: expired, then %s", async (next) => {
    const { data } = await shopper.order()
    const page = await shopper.newPage()
    await stopClock(page)
    await openComponent({ ...shopper, newPage: async () => page }, data.token)
    await heading(page, "Pay with Bitcoin").waitFor()
    const own = await page.title()
    // In small steps, because the client's timeout uses the same clock.
    const titled = (title: string) =>
      until(`the title is ${title}`, async () => {
        await page.clock.runFor(1_000)
        return (await page.title()) === title
      })
    await hide(page, true)
    await endQuoteIn(shopper.place, data.payment_id, -1)
    await titled(`This price has expired · ${own}`)
    if (next === "seen") {
      await seen(shopper.place, data.payment_id, 2)
      await titled(own)
    }
    await sandboxOf(shopper.place).pay(data.payment_id)
    await rowInState(shopper.place, data.payment_id, "settled")
    await titled(`Paid · ${own}`)
    await hide(page, false)
    expect(await page.title()).toBe(own)
  })

  it.each([390, 682, 1280])("shows the address in at most two lines (%d pixels)", async (width) => {
    const { data } = await shopper.order({ asset: "USDC", chain: "base" })
    const { page } = await openComponent(shopper, data.token, { options: { viewport: { width, height: 900 } } })
    const address = page.locator(".crypto-payment__address .crypto-payment__value")
    await address.waitFor()
    await picture(page, `address-${width}`)
    const lines = await address.evaluate(
      (one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
    )
    expect(Math.round(lines)).toBeLessThanOrEqual(2)
  })

  it("says what to do when no wallet opens", async () => {
    const { data } = await shopper.order()
    const page = await shopper.newPage()
    await page.clock.install()
    await openComponent({ ...shopper, newPage: async () => page }, data.token)
    await page.getByRole("link", { name: "Open in wallet" }).click()
    await page.clock.runFor(3_000)
    await page.locator(".crypto-payment__open").getByText("Nothing opened?").waitFor()
    await said(page, "Nothing opened?").waitFor()
  })

  it.each([
    ["phone", 390, 640],
    ["desktop", 1280, 720],
  ] as const)("says why an action failed next to its button, within the window (%s)", async (_, width, height) => {
    const { data } = await shopper.order()
    const options = { viewport: { width, height } }
    const regionId = shopper.place.seed.regions.usd
    const { page } = await openComponent(shopper, data.token, { options, regionId })
    await page.getByText("Pay with something else").click()
    const out = { status: 409, json: { code: "currency_unavailable", message: "no" } }
    await page.route("**/quote", (route) => route.fulfill(out))
    await page.getByRole("button", { name: "USDT on Polygon" }).click()
    const alert = page.getByRole("listitem").filter({ hasText: "USDT on Polygon" }).getByRole("alert")
    await alert.getByText("Choose another one.").waitFor()
    expect(await isOnScreen(alert)).toBe(true)
    expect(await page.getByRole("alert").count()).toBe(1)

    await endQuoteIn(shopper.place, data.payment_id, -1)
    await askNow(page)
    await page.getByRole("button", { name: "Get a new price" }).click()
    const ofPrice = page.locator(".crypto-payment__end").getByRole("alert")
    await ofPrice.waitFor()
    expect(await isOnScreen(ofPrice)).toBe(true)
    expect(await page.getByRole("alert").count()).toBe(1)
  })

  it("says why a chosen asset was refused after the asset left the list", async () => {
    const { data } = await shopper.order()
    const regionId = shopper.place.seed.regions.usd
    const { page } = await openComponent(shopper, data.token, { regionId })
    await page.getByText("Pay with something else").click()
    const button = page.getByRole("button", { name: "Dogecoin" })
    await button.waitFor()
    // Not before, because the list may be read again before the click.
    let refused = false
    await page.route("**/store/crypto-payments/options*", async (route) => {
      const response = await route.fetch()
      const { options }: { options: { asset: string }[] } = await response.json()
      const rest = options.filter(({ asset }) => !refused || asset !== "DOGE")
      await route.fulfill({ response, json: { options: rest } })
    })
    await page.route("**/quote", (route) => {
      refused = true
      return route.fulfill({ status: 400, json: { code: "asset_not_offered", message: "no" } })
    })
    await button.click()
    await button.waitFor({ state: "detached" })
    await page.getByRole("alert").getByText("Choose another one.").waitFor()
  })

  it("offers an asset that is available again, without a reload", async () => {
    const { data } = await shopper.order()
    const page = await shopper.newPage()
    await page.clock.install()
    let isOut = true
    await page.route("**/store/crypto-payments/options*", async (route) => {
      const response = await route.fetch()
      const { options } = await response.json()
      const given = options.map((one: { asset: string }) => ({ ...one, available: !(isOut && one.asset === "DOGE") }))
      await route.fulfill({ response, json: { options: given } })
    })
    const regionId = shopper.place.seed.regions.usd
    await openComponent({ ...shopper, newPage: async () => page }, data.token, { regionId })
    await page.getByText("Pay with something else").click()
    await page.getByText("Dogecoin Not available right now").waitFor()
    expect(await page.getByRole("button", { name: "Dogecoin" }).count()).toBe(0)
    isOut = false
    await page.clock.runFor(65_000)
    await page.getByRole("button", { name: "Dogecoin" }).waitFor()
  })

  it("says once, next to the button, that it is offline, until the network is back", async () => {
    const { data } = await shopper.order()
    await endQuoteIn(shopper.place, data.payment_id, -1)
    const { page } = await openComponent(shopper, data.token)
    const renew = page.getByRole("button", { name: "Get a new price" })
    await renew.waitFor()
    await page.context().setOffline(true)
    await renew.click()
    await page.getByRole("alert").getByText("No connection.").waitFor()
    expect(await page.locator(".crypto-payment__bad").count()).toBe(1)
    await page.context().setOffline(false)
    await page.locator(".crypto-payment__bad").waitFor({ state: "detached" })
  })

  it("says that it has no connection when a request reaches no server, until an answer comes", async () => {
    const { data } = await shopper.order()
    await endQuoteIn(shopper.place, data.payment_id, -1)
    const { page } = await openComponent(shopper, data.token)
    const renew = page.getByRole("button", { name: "Get a new price" })
    await renew.waitFor()
    // With Wi-Fi and no internet, browsers still report that they are online.
    await page.route("**/store/crypto-payments/**", (route) => route.abort())
    await renew.click()
    await page.getByRole("alert").getByText("No connection.").waitFor()
    expect(await page.evaluate(() => navigator.onLine)).toBe(true)
    await page.evaluate(() => dispatchEvent(new Event("offline")))
    await said(page, "No connection.").waitFor()
    expect(await page.locator(".crypto-payment__bad").count()).toBe(1)
    await page.unroute("**/store/crypto-payments/**")
    await askNow(page)
    await page.locator(".crypto-payment__bad").waitFor({ state: "detached" })
    // Nor does it stay in the live region, where a screen reader would find it later.
    expect(await page.getByText("No connection.").count()).toBe(0)
  })

  it.each([390, 1280])("keeps its layout during the last minute (%i px)", async (width) => {
    const { data } = await shopper.order({ asset: "USDC", chain: "base" })
    const page = await shopper.newPage({ viewport: { width, height: 900 } })
    await stopClock(page)
    const regionId = shopper.place.seed.regions.usd
    await openComponent({ ...shopper, newPage: async () => page }, data.token, { regionId, returnUrl: "/" })
    await page.getByText("Pay with something else").waitFor()
    // Only the page's clock moves, so the server would not report the price as expired.
    await page.route(`**/${data.token}`, (route) => route.abort())
    const boxes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".crypto-payment__sheet *:not(.crypto-payment__more, .crypto-payment__more *)")]
          .filter((element) => !element.matches(".crypto-payment__bad"))
          .map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect()
            return `${element.className || element.tagName} ${[x, y, width, height].map(Math.round)}`
          }),
      )
    await page.evaluate(() => dispatchEvent(new Event("offline")))
    await page.locator(".crypto-payment__bad").waitFor()
    const leave = async (seconds: number) => {
      await page.clock.fastForward(((await secondsLeft(page)) - seconds) * 1000)
      await until(`${seconds} seconds are left`, async () => (await secondsLeft(page)) === seconds)
    }
    await leave(65)
    const before = await boxes()
    for (const seconds of [55, 30, 15]) {
      await leave(seconds)
      await page.getByRole("button", { name: "Get a new price" }).waitFor()
      expect(await boxes()).toEqual(before)
    }
  })

  it("does not announce the last minute when it is already over, as after a sleep", async () => {
    const { data } = await shopper.order()
    const page = await shopper.newPage()
    await stopClock(page)
    await openComponent({ ...shopper, newPage: async () => page }, data.token)
    await page.locator(CODE).waitFor()
    await page.route(`**/${data.token}`, (route) => route.abort())
    await page.clock.fastForward(24 * 3_600_000)
    await page.locator(CODE).waitFor({ state: "detached" })
    expect(await page.getByRole("status").getByText("left to pay").count()).toBe(0)
  })

  it("copies the amount without its unit and the address, and says when copying fails", async () => {
    const { data } = await shopper.order({ asset: "DOGE" })
    const options = { permissions: ["clipboard-read", "clipboard-write"] }
    const page = await shopper.newPage(options)
    // The component shows the message for two seconds.
    await stopClock(page)
    await openComponent({ ...shopper, newPage: async () => page }, data.token)
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole("button", { name: "Copy amount" }).click()
    await said(page, "Copied").waitFor()
    expect(await copied()).toBe(data.pay_amount.display)
    await page.getByRole("button", { name: "Copy address" }).click()
    await page.getByRole("button", { name: "Copy address" }).getByText("Copied").waitFor()
    expect(await copied()).toBe(data.address)
    await page.clock.runFor(2_000)
    await page.getByRole("button").getByText("Copied").first().waitFor({ state: "detached" })
    // As on a page over http, where browsers give no clipboard.
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }))
    await page.getByRole("button", { name: "Copy amount" }).click()
    await page.getByRole("button", { name: "Copy amount" }).getByText("Copied").waitFor()
    await page.evaluate(() => Object.defineProperty(document, "execCommand", { value: () => false }))
    await page.getByRole("button", { name: "Copy address" }).click()
    await page.locator(".crypto-payment__address").getByText("Copying failed.").waitFor()
    await said(page, "Copying failed.").waitFor()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(data.address)
  })

  it.each([
    ["BTC", "", "light", 1280],
    ["BTC", "", "dark", 320],
    ["USDC", "polygon", "dark", 1280],
    ["USDC", "polygon", "light", 320],
  ] as const)("shows a QR code of %s %s that a phone reads as the service's URI (%s, %d px)", async (...of) => {
    const [asset, chain, colorScheme, width] = of
    const { data } = await shopper.order(chain ? { asset, chain } : { asset })
    const options = { colorScheme, viewport: { width, height: 800 } }
    const { page } = await openComponent(shopper, data.token, { options })
    expect(await scan(page, CODE)).toBe(data.uri)
    expect(await findings(page)).toEqual([])
    expect(await spareWidth(page)).toBeGreaterThanOrEqual(0)
    await picture(page, `${asset}-${colorScheme}-${width}`)
  })

  it("fits a screen of 320 pixels and text of double size", async () => {
    const { data } = await shopper.order({ asset: "USDC", chain: "base" })
    for (const language of [undefined, "de", "pl", "ar"] as const) {
      const options = { viewport: { width: 320, height: 640 } }
      const regionId = shopper.place.seed.regions.usd
      const { page } = await openComponent(shopper, data.token, {
        options,
        regionId,
        ...(language ? { language } : {}),
      })
      await page.locator(".crypto-payment summary").click()
      expect(await spareWidth(page)).toBeGreaterThanOrEqual(0)
      await page.setViewportSize({ width: 640, height: 800 })
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%"
      })
      expect(await spareWidth(page)).toBeGreaterThanOrEqual(0)
      await page.close()
    }
  })

  it("keeps its QR code, address and width on a page with other styles, without serious findings of axe", async () => {
    const { data } = await shopper.order({ asset: "USDC", chain: "base" })
    const body = `<style>path { fill: hotpink; stroke: none } main { text-transform: uppercase }
      section { padding: 1rem } button { width: 100%; margin: 1rem; white-space: nowrap } p { color: #eee }</style>`
    const options = { viewport: { width: 320, height: 640 }, colorScheme: "light" } as const
    const { page } = await openComponent(shopper, data.token, { body, options })
    expect(await scan(page, CODE)).toBe(data.uri)
    const value = page.locator(".crypto-payment__address .crypto-payment__value")
    expect(await value.innerText()).toBe(data.address)
    expect(await spareWidth(page)).toBeGreaterThanOrEqual(0)
    expect(await findings(page)).toEqual([])
  })

  it("gives the address more room than a long label of its copy button", async () => {
    const { data } = await shopper.order()
    const labels = { copy: "Donaudampfschifffahrtsgesellschaft kopieren ".repeat(3) }
    const { page } = await openComponent(shopper, data.token, {
      labels,
      options: { viewport: { width: 320, height: 640 } },
    })
    const widthOf = async (name: string) =>
      (await page.locator(`.crypto-payment__address ${name}`).boundingBox())?.width
    expect(await widthOf(".crypto-payment__value")).toBeGreaterThan((await widthOf("button")) ?? 0)
  })

  it("runs from right to left in Arabic, but shows the address and amounts from left to right", async () => {
    const { data } = await shopper.order()
    const { page } = await openComponent(shopper, data.token, { language: "ar", locale: "ar-EG" })
    const address = page.locator(".crypto-payment__address .crypto-payment__value")
    expect(await address.innerText()).toBe(data.address)
    const root = page.locator(".crypto-payment")
    expect([await root.getAttribute("dir"), await root.getAttribute("lang")]).toEqual(["rtl", "ar"])
    expect(await address.evaluate((element) => getComputedStyle(element).direction)).toBe("ltr")
    // Each amount is left-to-right together with its currency, and no other text is.
    const amounts = page.locator(".crypto-payment bdi[dir=ltr]")
    expect((await amounts.allInnerTexts()).map((text) => text.replace(/\u200f/g, "").replace(/\u00a0/g, " "))).toEqual([
      "25.50 USD",
      `${data.pay_amount.display} BTC`,
      data.address,
      expect.stringMatching(/^1 BTC = [\d,.]+ USD$/),
    ])
    const button = await page.locator(".crypto-payment__address button").boundingBox()
    expect((await address.boundingBox())?.x).toBeGreaterThan(button?.x ?? 0)
    expect(await findings(page)).toEqual([])
    await picture(page, "arabic")
  })

  it.each(REACTS)("hydrates what a server rendered, without errors (React %d)", async (react) => {
    const { data } = await shopper.order()
    const shop = await openComponent(shopper, data.token, { react, hydrate: true })
    await heading(shop.page, "Pay with Bitcoin").waitFor()
    expect(shop.complaints).toEqual([])
  })

  it("says that there is no such payment, and stops polling", async () => {
    const page = await shopper.newPage()
    await page.clock.install()
    const shop = await openComponent({ ...shopper, newPage: async () => page }, "A".repeat(22))
    await heading(page, "This payment page does not exist").waitFor()
    expect(await statusOf(page)).toBe("unknown")
    const before = shop.asked()
    await page.clock.runFor(300_000)
    expect(shop.asked()).toBe(before)
    expect((await shop.calls("error")).map(([, code]) => code)).toEqual(["unknown_payment"])
  })
})

/** Saves a screenshot for people if SCREENSHOTS names a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/component-${name}.png`, fullPage: true })
}
