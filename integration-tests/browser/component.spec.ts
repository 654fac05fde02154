import type { Locator, Page, Route } from "playwright-core"
import type { SessionWish } from "../support/store"
import { until } from "../support/until"
import { picture } from "./support/chromium"
import { type Opening, openComponent, REACTS } from "./support/component/open"
import { payersOf, sandboxOf, seen } from "./support/payer"
import {
  askNow,
  changeAnswers,
  changeOptions,
  describeShopper,
  endQuoteIn,
  findings,
  hide,
  itShowsCodes,
  offerTwice,
  type PageOptions,
  POLL_MS,
  scan,
  secondsLeft,
  spareWidth,
} from "./support/shopper"

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name, exact: true })
const said = (page: Page, text: string) => page.getByRole("status").getByText(text)
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName)
const isOnScreen = async (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
const statusOf = (page: Page) => page.locator(".crypto-payment").getAttribute("data-status")
const CODE = ".crypto-payment__qr"

describeShopper("the storefront's component", (shopper) => {
  /** With it, the shopper can choose another asset. */
  const region = () => ({ regionId: shopper.place.seed.regions.usd })
  /** Opens the component of a new order. */
  const opened = async (opening?: Opening, wish?: SessionWish) => {
    const { data } = await shopper.order(wish)
    return { data, ...(await openComponent(shopper, data.token, opening)) }
  }

  it.each(REACTS)("hydrates, shows each step until it is paid, and calls onSettled once (React %d)", async (react) => {
    const opening = { options: { clock: "runs" }, react, hydrate: true, returnUrl: "/products" } as const
    const { data, page, ...shop } = await opened(opening, { asset: "USDC", chain: "base" })
    await heading(page, "Pay with USDC").waitFor()
    await page.locator(".crypto-payment__coin svg").waitFor()
    for (const text of ["Send only USDC on Base.", data.pay_amount.display, "$25.50", "Test mode"])
      await page.getByText(text).first().waitFor()
    expect(await page.getByRole("link", { name: "Open in wallet" }).getAttribute("href")).toBe(data.uri)

    await seen(shopper.place, data.payment_id, 2)
    await page.clock.fastForward(POLL_MS)
    await heading(page, "We see your payment").waitFor()
    await said(page, "We see your payment").waitFor()
    await page.getByText("Confirmations so far: 2").waitFor()
    await page.getByText(`${data.pay_amount.display} USDC`).waitFor()
    const explorer = `https://sepolia.basescan.org/address/${data.address}`
    expect(await page.getByRole("link", { name: data.address }).getAttribute("href")).toBe(explorer)
    expect(await focused(page)).toBe("BODY")
    await picture(page, "component confirming")
    expect(await findings(page)).toEqual([])

    await shop.give({ className: "another" })
    await shopper.settle(data)
    await page.clock.fastForward(POLL_MS)
    await heading(page, "Paid").waitFor()
    await said(page, "Paid").waitFor()
    await page.getByText(/^Order \d+$/).waitFor()
    await page.locator("h2:focus").waitFor()
    for (const text of ["Network", "Base", "Time", "Confirmations so far"]) await page.getByText(text).first().waitFor()
    expect(await page.getByRole("link", { name: data.address }).getAttribute("href")).toBe(explorer)
    await picture(page, "component paid")
    expect(await page.getByRole("link", { name: "Back to the shop" }).getAttribute("href")).toBe("/products")
    expect(await findings(page)).toEqual([])
    const [settled, ...more] = await shop.calls("settled")
    expect(more).toEqual([])
    // Calls the callback of the latest rendering, not of the first one.
    expect(settled).toMatchObject([1, { status: "paid", order: { display_id: expect.any(Number) } }])
    await page.locator("details[open]").getByText("$15.50").waitFor()
    // Once for each state in which the receipt is open: the money is seen, it cleared, and it is on the order.
    expect(shop.asked(/bought$/)).toBeLessThanOrEqual(3)
    expect(shop.complaints).toEqual([])
  })

  it("reads again what is bought if it could not be read, and when the payment changes", async () => {
    const { data, page, asked } = await opened({ options: { clock: "runs" } })
    const path = `**/${data.token}/bought`
    await page.route(path, (route) => route.abort())
    await page.getByText("Order summary").click()
    await page.getByText("Not available right now").waitFor()
    await page.unroute(path)
    await page.clock.fastForward(5000)
    await page.locator("details[open]").getByText("$15.50").waitFor()
    const before = asked(/bought$/)
    await seen(shopper.place, data.payment_id, 1)
    await page.clock.fastForward(POLL_MS)
    await heading(page, "We see your payment").waitFor()
    await until("it is read again", async () => asked(/bought$/) === before + 1)
  })

  it("asks once what is bought if the answer is that it cannot be shown", async () => {
    const { data, page, asked } = await opened({ options: { clock: "runs" } })
    const json = { token: data.token, bought: null }
    await page.route(`**/${data.token}/bought`, (route) => route.fulfill({ json }))
    await page.getByText("Order summary").click()
    await page.getByText("Not available right now").waitFor()
    const statuses = asked(new RegExp(`${data.token}$`))
    await page.clock.fastForward(2 * POLL_MS)
    await until("the status is asked for again", async () => asked(new RegExp(`${data.token}$`)) > statuses)
    expect(asked(/bought$/)).toBe(1)
  })

  it.each(REACTS)("replaces an expired price, and calls onExpired once (React %d)", async (react) => {
    const { data, page, ...shop } = await opened({ react })
    await page.getByText(data.address).waitFor()
    await sandboxOf(shopper.place).expire(data.payment_id)
    await endQuoteIn(shopper.place, data.payment_id, -1)
    await askNow(page)
    await heading(page, "This price has expired").waitFor()
    await page.getByText(/does not appear here/i).waitFor()
    expect(await page.locator(`${CODE}, [href^="bitcoin:"], .crypto-payment__copy`).count()).toBe(0)
    await page.locator("h2:focus").waitFor()
    expect(await findings(page)).toEqual([])
    await picture(page, "component expired")
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

  it.each(REACTS)(
    "shows an unavailable asset until it is available, and switches to another one (React %d)",
    async (react) => {
      const page = await shopper.newPage({ clock: "runs" })
      let isOut = true
      // Another provider of the region offers the same assets, but not for this payment.
      await offerTwice(page, ({ asset, chain }) => isOut && asset === "USDC" && chain === "base")
      const { data, ...shop } = await opened({ page, react, ...region() })
      await page.getByText("Pay with something else").click()
      await page.getByText("USDC on Base Not available right now").waitFor()
      await page.getByText("Bitcoin ✓ Chosen").waitFor()
      const returning = page.getByRole("button", { name: "USDC on Base" })
      expect(await returning.count()).toBe(0)
      expect(await findings(page)).toEqual([])
      await picture(page, "component other-assets")
      isOut = false
      await page.clock.runFor(65_000)
      await returning.waitFor()
      await page.getByRole("button", { name: "USDT on Polygon" }).click()
      await page.getByText("Send only USDT on Polygon.").waitFor()
      expect(await page.getByText(data.address).count()).toBe(0)
      expect(await page.locator(".crypto-payment").getAttribute("data-chain")).toBe("polygon")
      expect(await shop.calls("token")).toHaveLength(1)
      expect(shop.complaints).toEqual([])
    },
  )

  it("shows why it gets no new price, and calls onError with the code, but reports no lost connection", async () => {
    const { data } = await shopper.order()
    await endQuoteIn(shopper.place, data.payment_id, -1)
    const { page, calls } = await openComponent(shopper, data.token)
    const answers = [
      { status: 409, code: "session_gone", text: "Open the payment step in the shop again." },
      { status: 429, code: "too_many_requests", text: "Too many requests." },
      { status: 403, code: "screening_failed", text: "This cannot be paid in cryptocurrency." },
      { status: 503, code: "service_unavailable", text: "This is not available right now." },
    ]
    for (const { status, code, text } of answers) {
      await page.route("**/quote", (route) => route.fulfill({ status, json: { code, message: "no" } }), { times: 1 })
      let isRefused = false
      // The answer to the component's next request after the refusal. It may be 304.
      const answered = page.waitForResponse((answer) => {
        isRefused ||= answer.url().endsWith("/quote")
        return isRefused && answer.url().endsWith(data.token)
      })
      await page.getByRole("button", { name: "Get a new price" }).click()
      await page.getByRole("alert").getByText(text).waitFor()
      await answered
      expect(await page.getByText("No connection.").count()).toBe(0)
    }
    expect((await calls("error")).map(([, code]) => code)).toEqual(answers.map(({ code }) => code))
    await page.getByRole("button", { name: "Get a new price" }).click()
    await heading(page, "Pay with Bitcoin").waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
  })

  it("requests the order at once when the answer to a new price is that the payment is paid", async () => {
    const { data } = await shopper.order()
    // A quote that expired an hour ago is polled every five minutes.
    await endQuoteIn(shopper.place, data.payment_id, -3600)
    const { page, calls } = await openComponent(shopper, data.token)
    const { payment } = await payersOf(shopper.place).store.get(`/store/crypto-payments/${data.token}`)
    const answerAs = (changes: object) => (route: Route) =>
      route.fulfill({ json: { token: data.token, payment: { ...payment, status: "paid", ...changes } } })
    await page.getByRole("button", { name: "Get a new price" }).waitFor()
    await page.route(`**/${data.token}`, answerAs({ next_poll_seconds: null, order: { display_id: 7 } }))
    await page.route("**/quote", answerAs({ order: null, next_poll_seconds: 3 }))
    await page.getByRole("button", { name: "Get a new price" }).click()
    await page.getByText("Order 7").waitFor()
    expect(await calls("settled")).toHaveLength(1)
    expect(await calls("token")).toEqual([])
  })

  it("says that there are too many requests, waits as Retry-After says, and stops polling when unmounted", async () => {
    const { data } = await shopper.order()
    const page = await shopper.newPage({ clock: "stands" })
    const busy = { status: 429, headers: { "retry-after": "40" }, json: { code: "too_many_requests" } }
    await page.route(`**/${data.token}`, (route) => route.fulfill(busy))
    const shop = await openComponent(shopper, data.token, { page })
    await page.getByRole("alert").getByText("Too many requests.").waitFor()
    await page.unroute(`**/${data.token}`)
    const before = shop.asked()
    await page.clock.runFor(38_000)
    await askNow(page)
    expect(shop.asked()).toBe(before)
    await page.clock.runFor(3_000)
    await page.getByText(data.address).waitFor()
    expect(shop.asked()).toBe(before + 1)
    expect(await page.getByRole("alert").count()).toBe(0)
    expect((await shop.calls("error")).map(([, code]) => code)).toEqual(["too_many_requests"])

    await shop.unmount()
    await page.clock.runFor(300_000)
    await askNow(page)
    expect(shop.asked()).toBe(before + 1)
    expect(shop.complaints).toEqual([])
  })

  it("says that it is offline, hides what to pay when the time is over, and leaves the focus in another field", async () => {
    const { data, page, calls } = await opened({ options: { clock: "runs" }, body: "<label>Notes <input></label>" })
    await page.locator(CODE).waitFor()
    await page.getByLabel("Notes").focus()
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
    // The last minute is already over, as after a sleep.
    expect(await page.getByRole("status").getByText("left to pay").count()).toBe(0)
    await endQuoteIn(shopper.place, data.payment_id, -1)
    await page.context().setOffline(false)
    await heading(page, "This price has expired").waitFor()
    await said(page, "This price has expired").waitFor()
    expect(await focused(page)).toBe("INPUT")
    await page.locator(".crypto-payment__bad").waitFor({ state: "detached" })
    // A row of failures with the same code is reported once.
    expect((await calls("error")).map(([, code]) => code)).toEqual(["network_error"])
  })

  it("says only the latest in a hidden tab's title: expired, seen or paid, until the tab is visible again", async () => {
    const page = await shopper.newPage({ clock: "stands" })
    let changes: object = {}
    await changeAnswers(page, () => changes)
    const { data } = await opened({ page })
    await heading(page, "Pay with Bitcoin").waitFor()
    const own = await page.title()
    // A hidden page polls every half minute. In small steps, because the client's timeout uses the same clock.
    const titled = (title: string) =>
      until(`the title is ${title}`, async () => {
        await page.clock.runFor(5_000)
        return (await page.title()) === title
      })
    await hide(page, true)
    for (const [state, title] of [
      ["expired", `This price has expired · ${own}`],
      ["confirming", own],
      ["expired", `This price has expired · ${own}`],
    ] as const) {
      changes = { status: state, state }
      await titled(title)
    }
    await shopper.settle(data)
    changes = {}
    await titled(`Paid · ${own}`)
    await hide(page, false)
    expect(await page.title()).toBe(own)
    await heading(page, "Paid").waitFor()
  })

  it.each([
    ["phone", 390, 640],
    ["desktop", 1280, 720],
  ] as const)("says why an action failed next to its button, within the window (%s)", async (_, width, height) => {
    const page = await shopper.newPage({ viewport: { width, height } })
    let isGone = false
    await changeOptions(page, (options) => options.filter(({ asset }) => !isGone || asset !== "DOGE"))
    const { data } = await opened({ page, ...region() })
    await page.getByText("Pay with something else").click()
    const refuseAs = (status: number, code: string) =>
      page.route("**/quote", (route) => {
        isGone ||= code === "asset_not_offered"
        return route.fulfill({ status, json: { code, message: "no" } })
      })
    await refuseAs(409, "currency_unavailable")
    await page.getByRole("button", { name: "USDT on Polygon" }).click()
    const alert = page.getByRole("listitem").filter({ hasText: "USDT on Polygon" }).getByRole("alert")
    await alert.getByText("Choose another one.").waitFor()
    expect(await isOnScreen(alert)).toBe(true)
    expect(await page.getByRole("alert").count()).toBe(1)

    // The refused asset leaves the list, not before, because the list may be read again before the click.
    await refuseAs(400, "asset_not_offered")
    const gone = page.getByRole("button", { name: "Dogecoin" })
    await gone.click()
    await gone.waitFor({ state: "detached" })
    await page.getByRole("alert").getByText("Choose another one.").waitFor()

    await endQuoteIn(shopper.place, data.payment_id, -1)
    await askNow(page)
    await page.getByRole("button", { name: "Get a new price" }).click()
    const ofPrice = page.locator(".crypto-payment__end").getByRole("alert")
    await ofPrice.waitFor()
    expect(await isOnScreen(ofPrice)).toBe(true)
    expect(await page.getByRole("alert").count()).toBe(1)
  })

  it("says once, next to the button, that it has no connection, until an answer comes", async () => {
    const { data } = await shopper.order()
    await endQuoteIn(shopper.place, data.payment_id, -1)
    const { page } = await openComponent(shopper, data.token)
    const renew = page.getByRole("button", { name: "Get a new price" })
    const bad = page.locator(".crypto-payment__bad")
    await renew.waitFor()
    await page.context().setOffline(true)
    await renew.click()
    await page.getByRole("alert").getByText("No connection.").waitFor()
    expect(await bad.count()).toBe(1)
    await page.context().setOffline(false)
    await bad.waitFor({ state: "detached" })

    // With Wi-Fi and no internet, browsers still report that they are online.
    await page.route("**/store/crypto-payments/**", (route) => route.abort())
    await renew.click()
    await page.getByRole("alert").getByText("No connection.").waitFor()
    expect(await page.evaluate(() => navigator.onLine)).toBe(true)
    await page.evaluate(() => dispatchEvent(new Event("offline")))
    await said(page, "No connection.").waitFor()
    expect(await bad.count()).toBe(1)
    await page.unroute("**/store/crypto-payments/**")
    await askNow(page)
    await bad.waitFor({ state: "detached" })
    // Nor does it stay in the live region, where a screen reader would find it later.
    expect(await page.getByText("No connection.").count()).toBe(0)
  })

  it.each([390, 1280])(
    "keeps its layout as the time runs out, announces the last minute, and gets a new price (%i px)",
    async (width) => {
      const { data } = await shopper.order({ asset: "USDC", chain: "base" })
      await endQuoteIn(shopper.place, data.payment_id, 900)
      const page = await shopper.newPage({ clock: "stands", viewport: { width, height: 900 } })
      await openComponent(shopper, data.token, { page, ...region(), returnUrl: "/" })
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
      await leave(604)
      const before = await boxes()
      const newPrice = page.getByRole("button", { name: "Get a new price" })
      for (const seconds of [596, 65, 55, 30, 15]) {
        await leave(seconds)
        if (seconds === 55) await said(page, "1 minute left to pay.").waitFor()
        expect(await newPrice.count()).toBe(seconds <= 60 ? 1 : 0)
        expect(await boxes()).toEqual(before)
      }
      await newPrice.click()
      await page.locator("h2:focus").waitFor()
      await page.getByText(data.address).waitFor({ state: "detached" })
      await heading(page, "Pay with USDC").waitFor()
    },
  )

  it("copies the amount without its unit and the address, and says when copying fails or no wallet opens", async () => {
    // The component shows the message for two seconds.
    const options = { clock: "stands", permissions: ["clipboard-read", "clipboard-write"] } as PageOptions
    const { data, page } = await opened({ options }, { asset: "DOGE" })
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole("button", { name: "Copy amount" }).click()
    await said(page, "Copied").waitFor()
    expect(await copied()).toBe(data.pay_amount.display)
    await page.getByRole("button", { name: "Copy address" }).click()
    await page.getByRole("button", { name: "Copied" }).nth(1).waitFor()
    expect(await copied()).toBe(data.address)
    await page.clock.runFor(2_000)
    await page.getByRole("button").getByText("Copied").first().waitFor({ state: "detached" })
    // As on a page over http, where browsers give no clipboard.
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }))
    await page.getByRole("button", { name: "Copy amount" }).click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    await page.evaluate(() => Object.defineProperty(document, "execCommand", { value: () => false }))
    await page.getByRole("button", { name: "Copy address" }).click()
    await page.locator(".crypto-payment__address").getByText("Copying failed.").waitFor()
    await said(page, "Copying failed.").waitFor()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(data.address)

    await page.getByRole("link", { name: "Open in wallet" }).click()
    await page.clock.runFor(3_000)
    await page.locator(".crypto-payment__open").getByText("Nothing opened?").waitFor()
    await said(page, "Nothing opened?").waitFor()
  })

  itShowsCodes(shopper, (data, page) => openComponent(shopper, data.token, { page }), CODE)

  it("fits a screen of 320 pixels and text of double size, and shows the address in at most two lines, beside any label of its button", async () => {
    const { data } = await shopper.order({ asset: "USDC", chain: "base" })
    const options = { viewport: { width: 320, height: 640 } }
    for (const language of ["de", "pl", "ar", undefined] as const) {
      const { page } = await openComponent(shopper, data.token, { options, ...region(), ...(language && { language }) })
      await page.locator(".crypto-payment__other summary").click()
      expect(await spareWidth(page)).toBeGreaterThanOrEqual(0)
      for (const width of [390, 682, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        const lines = await page
          .locator(".crypto-payment__address .crypto-payment__value")
          .evaluate((one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight))
        expect(Math.round(lines)).toBeLessThanOrEqual(2)
      }
      await page.setViewportSize({ width: 640, height: 800 })
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"))
      expect(await spareWidth(page)).toBeGreaterThanOrEqual(0)
      await page.close()
    }
    const labels = { copy: "Donaudampfschifffahrtsgesellschaft kopieren ".repeat(3) }
    const { page } = await openComponent(shopper, data.token, { options, labels })
    const widthOf = async (name: string) =>
      (await page.locator(`.crypto-payment__address ${name}`).boundingBox())?.width
    expect(await widthOf(".crypto-payment__value")).toBeGreaterThan((await widthOf("button")) ?? 0)
  })

  it("keeps both QR codes, address and width on a page with other styles, without serious findings of axe", async () => {
    const body = `<style>path { fill: hotpink; stroke: none } main { text-transform: uppercase }
      section { padding: 1rem } button { width: 100%; margin: 1rem; white-space: nowrap } p { color: #eee }</style>`
    const options = { viewport: { width: 320, height: 640 }, colorScheme: "light" } as const
    const { data, page } = await opened({ body, options }, { asset: "USDC", chain: "base" })
    expect(await scan(page, CODE)).toBe(data.uri)
    expect(await page.locator(".crypto-payment__address .crypto-payment__value").innerText()).toBe(data.address)
    expect(await spareWidth(page)).toBeGreaterThanOrEqual(0)
    expect(await findings(page)).toEqual([])

    const alone = page.getByRole("button", { name: "QR code of the address only" })
    await alone.click()
    expect(await scan(page, CODE)).toBe(data.address)
    expect(await alone.getAttribute("aria-pressed")).toBe("true")
    await page.getByText("Enter the amount yourself.").waitFor()
    expect(await findings(page)).toEqual([])
    await alone.click()
    expect(await scan(page, CODE)).toBe(data.uri)
  })

  it("runs from right to left in Arabic, but shows the address and amounts from left to right", async () => {
    const { data, page } = await opened({ language: "ar", locale: "ar-EG" })
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
    await picture(page, "component arabic")
  })

  it("says that there is no such payment", async () => {
    const shop = await openComponent(shopper, "A".repeat(22))
    await heading(shop.page, "This payment page does not exist").waitFor()
    expect(await statusOf(shop.page)).toBe("unknown")
    expect((await shop.calls("error")).map(([, code]) => code)).toEqual(["unknown_payment"])
  })
})
