import type { Page } from "playwright-core"
import { PAY_PAGE_LANGUAGES } from "../../src/core/text/pay-page-texts"
import { payoutOf } from "../support/payout"
import type { SessionWish } from "../support/store"
import { until } from "../support/until"
import { adminApi, payersOf, sandboxOf, seen, sql } from "./support/payer"
import {
  askNow,
  describeShopper,
  endQuoteIn,
  findings,
  hide,
  itShowsCodes,
  type PageOptions,
  POLL_MS,
  scan,
  secondsLeft,
  shownAfter,
  spareWidth,
} from "./support/shopper"

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true })
const REFRESH = /(http-equiv="refresh" content=")\d+(")/

describeShopper("the pay page", (shopper) => {
  const opened = async (wish?: SessionWish, options?: PageOptions) => {
    const order = await shopper.order(wish)
    const page = await shopper.newPage(options)
    await page.goto(order.path)
    return { page, ...order }
  }

  it("shows the payment from waiting to paid while it is open", async () => {
    const { page, data } = await opened({ asset: "USDC", chain: "base" }, { clock: "runs" })
    await heading(page, "Pay with USDC").waitFor()
    for (const text of ["Send only USDC on Base.", data.pay_amount.display, "$25.50"])
      await page.getByText(text).first().waitFor()
    expect(await page.getByRole("link", { name: "Open in wallet" }).getAttribute("href")).toBe(data.uri)

    await seen(shopper.place, data.payment_id, 2)
    await page.clock.fastForward(POLL_MS)
    await heading(page, "We see your payment").waitFor()
    await page.getByText("Confirmations so far: 2").waitFor()
    await page.getByRole("status").getByText("We see your payment").waitFor()
    expect(await findings(page)).toEqual([])

    // The page may see the money before its order has it, and its title keeps the focus then.
    const arrived = "UPDATE crypto_payment SET status = 'completed', completed_at = now(), next_check_at = NULL"
    await sql(shopper.place, `${arrived} WHERE external_id = $1`, [data.payment_id])
    await page.clock.fastForward(POLL_MS)
    await heading(page, "Your payment has arrived").waitFor()
    await page.locator("h1:focus").waitFor()

    await shopper.settle(data)
    await page.clock.fastForward(POLL_MS)
    await heading(page, "Paid").waitFor()
    await page.getByRole("status").getByText("Paid").waitFor()
    await page.locator("h1:focus").waitFor()
    expect(await page.title()).toMatch(/^Paid · \$25\.50 · Order \d+ · .+$/)
    expect(await findings(page)).toEqual([])
  })

  it("announces on the open page that money without an order was sent back", async () => {
    const { place } = shopper
    const { id } = await payersOf(place).sessionGone()
    const [row] = await sql<{ token: string }>(place, "SELECT token FROM crypto_payment WHERE id = $1", [id])
    const page = await shopper.newPage({ clock: "runs" })
    await page.goto(`/crypto-payments/${row?.token}`)
    await page.locator("main[data-state=paid]").waitFor()
    const payout = { ...payoutOf("25.50", "3c".repeat(32)), asset: "BTC" }
    await (await adminApi(place)).post(`/admin/crypto-payments/payments/${id}/payouts`, payout)
    await page.clock.fastForward(61_000)
    const sentBack = /^Sent back, recorded on /
    await page.getByRole("status").getByText(sentBack).waitFor()
    await page.getByRole("heading", { level: 1, name: sentBack }).waitFor()
    const link = page.getByRole("link", { name: "3c".repeat(32) })
    expect(await link.getAttribute("href")).toBe(`https://mempool.space/testnet/tx/${"3c".repeat(32)}`)
  })

  it("copies the amount without its unit, and the address, even if the browser blocks the clipboard", async () => {
    // The page shows the message for two seconds.
    const { page, data } = await opened(
      { asset: "DOGE" },
      { clock: "stands", permissions: ["clipboard-read", "clipboard-write"] },
    )
    const copies = async (name: string, text: string) => {
      await page.getByRole("button", { name }).click()
      await page.getByRole("button", { name: "Copied" }).waitFor()
      await page.clock.runFor(100)
      await page.getByRole("status").getByText("Copied").waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
      await page.clock.runFor(2_000)
    }
    await copies("Copy amount", data.pay_amount.display)
    await copies("Copy address", data.address)
    // As in a frame of the shop or without https.
    await page.evaluate(() => {
      Clipboard.prototype.writeText = () => Promise.reject(new Error("not allowed"))
    })
    await copies("Copy amount", data.pay_amount.display)
    await copies("Copy address", data.address)
  })

  it("shows what to do when no wallet opens and when copying fails, and selects the text to copy", async () => {
    const { page, data } = await opened({}, { clock: "runs" })
    await page.getByRole("link", { name: "Open in wallet" }).click()
    await page.clock.runFor(3_000)
    await page.getByText("Nothing opened? Copy amount and address, or scan the code with another device.").waitFor()

    await page.evaluate(() => {
      Clipboard.prototype.writeText = () => Promise.reject(new Error("not allowed"))
      Document.prototype.execCommand = () => false
    })
    await page.getByRole("button", { name: "Copy address" }).click()
    const said = page.getByText("Copying failed. Select and copy the text.")
    await said.waitFor()
    expect((await said.boundingBox())?.height).toBeGreaterThan(20)
    expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(data.address)
    expect(await findings(page)).toEqual([])
  })

  it("shows the same address after the tab was closed, and later prints what was paid and bought, in the reader's time zone and in dark text on white", async () => {
    const { path, data } = await shopper.order({ asset: "LTC" })
    const context = (await shopper.newPage({ colorScheme: "dark", timezoneId: "Asia/Tokyo" })).context()
    const comeBack = async () => {
      const page = await context.newPage()
      await page.goto(path)
      return page
    }
    for (const tab of [await comeBack(), await comeBack()]) {
      await tab.getByText(data.address).waitFor()
      expect(await scan(tab)).toBe(data.uri)
      await tab.close()
    }
    await shopper.settle(data)
    const page = await comeBack()
    await heading(page, "Paid").waitFor()
    expect(await page.locator(".qr, [data-copy]").count()).toBe(0)

    await page.emulateMedia({ media: "print" })
    for (const text of [`${data.pay_amount.display} LTC`, "Litecoin", data.address]) {
      expect(await page.locator(".receipt").getByText(text, { exact: true }).isVisible()).toBe(true)
    }
    expect(await page.locator(".bought").innerText()).toMatch(
      /^Order summary\s+1 × .+\s+\$15\.50\s+Delivery\s+\$10\.00\s+Total/,
    )
    const time = page.locator("time")
    const paidAt = new Date((await time.getAttribute("datetime")) ?? "")
    const inTokyo = { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" } as const
    expect(await time.innerText()).toBe(paidAt.toLocaleString("en", inTokyo))
    const main = page.locator("main")
    expect(await main.evaluate((sheet) => getComputedStyle(sheet).backgroundColor)).toBe("rgb(255, 255, 255)")
    expect(await main.evaluate((sheet) => getComputedStyle(sheet).color)).toBe("rgb(20, 23, 28)")
    // It has no buttons and no links.
    expect(await page.locator(":is(a:not(.value), button, form):visible").count()).toBe(0)
  })

  it("says that it has no connection, unless the server asks it to wait, and updates when the connection is back", async () => {
    const { page, path, data } = await opened({}, { clock: "runs", viewport: { width: 390, height: 700 } })
    const away = page.locator("#away")
    let refused = 0
    await page.route(`**${path}`, (route) => {
      refused += 1
      return route.fulfill({ status: 429, headers: { "retry-after": "1" } })
    })
    await until("the page was refused three times", async () => {
      await page.clock.fastForward(10_000)
      return refused >= 3
    })
    expect(await away.isHidden()).toBe(true)
    await page.unroute(`**${path}`)
    await askNow(page)

    // A proxy whose server is being replaced.
    const gone = { status: 404, contentType: "text/plain", body: "404 page not found" }
    await page.route(`**${path}`, (route) => route.fulfill(gone))
    await until("the page says so", async () => {
      await page.clock.fastForward(10_000)
      return away.isVisible()
    })
    expect(await page.getByText(data.address).isVisible()).toBe(true)
    await page.unroute(`**${path}`)
    await askNow(page)
    await away.waitFor({ state: "hidden" })

    // The browser reports no lost network: it only gets no answer.
    await page.route(`**${path}`, (route) => route.abort("connectionfailed"))
    await page.clock.fastForward(POLL_MS)
    await away.waitFor()
    await page.getByRole("status").getByText("No connection. This page keeps trying.").waitFor()
    // The message stays visible after scrolling down to the code.
    await page.evaluate(() => scrollTo(0, 250))
    expect(await page.evaluate(() => scrollY)).toBe(250)
    expect((await away.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    expect(await page.getByText(data.address).isVisible()).toBe(true)
    expect(await findings(page)).toEqual([])

    await page.unroute(`**${path}`)
    await askNow(page)
    await away.waitFor({ state: "hidden" })
    expect(await page.getByRole("status").innerText()).toBe("")
    await page.route(`**${path}`, (route) => route.abort("connectionfailed"))
    await page.clock.fastForward(POLL_MS)
    await away.waitFor()

    await shopper.settle(data)
    await page.unroute(`**${path}`)
    // The page waits at most 30 seconds between retries.
    await page.clock.fastForward(40_000)
    await heading(page, "Paid").waitFor()
    await away.waitFor({ state: "hidden" })
  })

  it("polls more slowly while it is hidden, and says in its title that it is paid", async () => {
    const { page, path, data } = await opened({}, { clock: "stands" })
    let asked = 0
    page.on("request", (request) => {
      if (request.url().endsWith(path)) asked++
    })
    await hide(page, true)
    const first = page.waitForEvent("requestfinished", (request) => request.url().endsWith(path))
    await page.clock.runFor(6_000)
    await first
    await page.clock.runFor(20_000)
    expect(asked).toBe(1)
    await shopper.settle(data)
    // In small steps, because the page's timeout uses the same clock.
    await until("the title says so", async () => {
      await page.clock.runFor(1_000)
      return (await page.title()).startsWith("Paid · ")
    })
  })

  // Right after a poll and right before the next one.
  it.each([0, 2_400])("says within three seconds that it is paid (%d ms after a poll)", async (ms) => {
    const { page, path, data } = await opened({}, { clock: "stands" })
    let polls = 0
    page.on("request", (request) => {
      if (request.url().endsWith(path)) polls++
    })
    await shownAfter(page, async () => polls > 0)
    await page.clock.runFor(ms)
    await shopper.settle(data)
    expect(await shownAfter(page, () => heading(page, "Paid").isVisible())).toBeLessThanOrEqual(3_000)
  })

  it("gives up a request without an answer, and polls again", async () => {
    const { page, path, data } = await opened({}, { clock: "runs" })
    let asked = 0
    await page.route(`**${path}`, async (route) => {
      asked += 1
      if (asked > 1) await route.continue()
    })
    await page.clock.fastForward(6_000)
    await until("the network swallows a request", () => asked === 1)
    await shopper.settle(data)
    await page.clock.fastForward(16_000)
    await until("it asks anew", async () => {
      await page.clock.runFor(1_000)
      return asked > 1
    })
    await heading(page, "Paid").waitFor()
  })

  it("switches to another asset, and leads a second tab to the newer price", async () => {
    const { path, data } = await shopper.order()
    const one = await shopper.newPage()
    const other = await one.context().newPage()
    await other.clock.install()
    for (const page of [one, other]) await page.goto(path)
    await one.getByText("Pay with something else").click()
    const litecoin = one.getByRole("button", { name: /Litecoin/ })
    const polygon = one.getByRole("button", { name: "USDT on Polygon" })
    await litecoin.waitFor()
    await polygon.focus()
    const outUntil = (until: object) =>
      sql(shopper.place, "UPDATE crypto_connection SET unavailable_until = $1 WHERE id = 'default'", [until])
    try {
      await outUntil({ LTC: "2999-01-01T00:00:00.000Z" })
      await askNow(one)
      await one.getByText("Litecoin Not available right now").waitFor()
      await litecoin.waitFor({ state: "detached" })
    } finally {
      await outUntil({})
    }
    await askNow(one)
    await litecoin.waitFor()
    // The list stays open, and the focus on its button.
    await polygon.and(one.locator(":focus")).waitFor()
    expect(await one.getByText("Enter the amount yourself").isVisible()).toBe(false)
    expect(await findings(one)).toEqual([])

    await one.context().setOffline(true)
    await polygon.click()
    await one.getByText("No connection. This page keeps trying.").and(one.locator(":visible")).first().waitFor()
    await one.getByText(data.address).waitFor()
    await one.context().setOffline(false)
    await polygon.click()
    await one.getByText("Send only USDT on Polygon.").waitFor()
    expect(await one.getByText(data.address).count()).toBe(0)
    await other.clock.fastForward(POLL_MS)
    await heading(other, "Pay with USDT").waitFor()
    expect(other.url()).toBe(one.url())
  })

  it("says why a press is refused, and keeps the address", async () => {
    const { page, path, data } = await opened()
    await page.getByText("Pay with something else").click()
    const ask = async (to: string) => {
      const body = new URLSearchParams({ choice: "BTC" })
      return (await fetch(to, { method: "POST", body, redirect: "manual" })).status
    }
    await until("the limit is reached", async () => (await page.evaluate(ask, path)) === 429)
    await page.getByRole("button", { name: /Litecoin/ }).click()
    await page.getByRole("status").getByText("Too many requests. Try again in a minute.").waitFor()
    expect(await page.getByText(data.address).count()).toBeGreaterThan(0)
    // A proxy's answer is none of the store's pages.
    await page.route(`**${path}/**`, (route) => route.fulfill({ status: 502, body: "Bad Gateway" }))
    await page.route(`**${path}`, (route) => route.fulfill({ status: 502, body: "Bad Gateway" }))
    await page.getByRole("button", { name: /Litecoin/ }).click()
    await page.locator("#away").waitFor()
    expect(await page.getByText(data.address).count()).toBeGreaterThan(0)
  })

  it("removes an expired price, and gets a new one with the keyboard", async () => {
    const { page, path, data } = await opened()
    await page.getByText(data.address).waitFor()
    await sandboxOf(shopper.place).expire(data.payment_id)
    await endQuoteIn(shopper.place, data.payment_id, -1)
    await askNow(page)
    await heading(page, "This price has expired").waitFor()
    await page.getByText(/does not appear here/i).waitFor()
    expect(await page.locator(`.qr, [href^="bitcoin:"], [data-copy]`).count()).toBe(0)
    await page.locator("h1:focus").waitFor()
    expect(await findings(page)).toEqual([])

    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await heading(page, "Pay with Bitcoin").waitFor()
    await page.locator("h1:focus").waitFor()
    expect(new URL(page.url()).pathname).not.toBe(path)
    expect(await page.getByText(data.address).count()).toBe(0)
  })

  it("announces that one minute is left, then hides code, link and address, and continues polling", async () => {
    const { path, data } = await shopper.order()
    await endQuoteIn(shopper.place, data.payment_id, 300)
    const page = await shopper.newPage({ clock: "stands" })
    await page.goto(path)
    // Without answers the page cannot set its clock back to the server's.
    await page.context().setOffline(true)
    await page.getByText("No connection. This page keeps trying.").first().waitFor()
    await page.clock.fastForward(((await secondsLeft(page)) - 59) * 1000)
    // The announcement comes a moment later.
    await page.clock.runFor(100)
    await page.getByRole("status").getByText("1 minute left to pay.").waitFor()
    await page.getByRole("button", { name: "Get a new price" }).waitFor()
    expect(await page.getByText(data.address).isVisible()).toBe(true)

    await page.clock.fastForward(60_000)
    await page.locator(".qr").waitFor({ state: "hidden" })
    await page.getByRole("link", { name: "Open in wallet" }).waitFor({ state: "hidden" })
    await page.getByText(data.address).waitFor({ state: "hidden" })
    expect(await page.getByRole("timer").innerText()).toBe("0:00")
    await page.getByRole("button", { name: "Get a new price" }).waitFor()
    await endQuoteIn(shopper.place, data.payment_id, -1)
    await page.context().setOffline(false)
    await heading(page, "This price has expired").waitFor()
    await page.locator("#away").waitFor({ state: "hidden" })
  })

  it("works without JavaScript: renews, switches the asset, refreshes automatically and shows paid", async () => {
    const { path, data } = await shopper.order()
    await endQuoteIn(shopper.place, data.payment_id, -1)
    const page = await shopper.newPage({ javaScriptEnabled: false })
    await page.goto(path)
    await page.getByRole("button", { name: "Get a new price" }).click()
    await heading(page, "Pay with Bitcoin").waitFor()
    await page.locator("noscript p", { hasText: "This page refreshes automatically." }).waitFor()
    // Without a script a copy button would do nothing, so it is not shown.
    expect(await page.getByRole("button", { name: "Copy amount" }).count()).toBe(0)
    await page.getByText("Pay with something else").click()
    await page.getByRole("button", { name: /Litecoin/ }).click()
    await heading(page, "Pay with Litecoin").waitFor()
    const token = new URL(page.url()).pathname.split("/").at(-1)
    const shown = "SELECT external_id FROM crypto_payment WHERE token = $1"
    const [row] = await sql<{ external_id: string }>(shopper.place, shown, [token])
    // The page refreshes itself every 30 seconds. The test's clock does not change that, so it becomes one second.
    await page.route(page.url(), async (route) => {
      const body = await (await route.fetch()).text()
      await route.fulfill({
        contentType: "text/html",
        body: body.replace(REFRESH, (_, before, after) => `${before}1${after}`),
      })
    })
    await page.reload()
    await sandboxOf(shopper.place).pay(row?.external_id as string)
    await heading(page, "Paid").waitFor()
    await page.locator("time", { hasText: / UTC$/ }).waitFor()
    await page.locator(".bought[open]").getByText("Delivery").waitFor()
  })

  it.each([true, false])(
    "says next to the chosen asset why it was refused, within the window (with JavaScript: %s)",
    async (script) => {
      const screen = { javaScriptEnabled: script, viewport: { width: 390, height: 700 } }
      // The sandbox's screening refuses this payer.
      const { page } = await opened({}, { ...screen, extraHTTPHeaders: { "x-forwarded-for": "203.0.113.7" } })
      await page.getByText("Pay with something else").click()
      await page.getByRole("button", { name: "USDT on Base" }).click()
      const said = page.getByRole("listitem").filter({ hasText: "USDT on Base" }).getByRole("alert")
      await said.getByText("Pay another way, or ask the shop.", { exact: false }).waitFor()
      await said.and(page.locator(":focus")).waitFor()
      const { y = 0, height = 0 } = (await said.boundingBox()) ?? {}
      expect(y).toBeGreaterThan(0)
      expect(y + height).toBeLessThanOrEqual(700)
      if (script) expect(await findings(page)).toEqual([])
    },
  )

  itShowsCodes(shopper, (data, page) => page.goto(`/crypto-payments/${data.token}`))

  it("fits a screen of 320 pixels and text of double size in every language", async () => {
    const { path } = await shopper.order({ asset: "USDC", chain: "base" })
    const page = await shopper.newPage({ viewport: { width: 320, height: 640 } })
    for (const language of PAY_PAGE_LANGUAGES) {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(`${path}?lang=${language}`)
      for (const summary of await page.locator("main details summary").all()) await summary.click()
      expect([language, await spareWidth(page)]).toEqual([language, 0])
      await page.setViewportSize({ width: 640, height: 800 })
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"))
      expect([language, await spareWidth(page)]).toEqual([language, 0])
    }
  })

  it("runs from right to left in Arabic, but shows the address from left to right", async () => {
    const { page, data } = await opened({ asset: "DOGE" }, { locale: "ar-EG", viewport: { width: 320, height: 800 } })
    expect(await page.locator("html[lang=ar][dir=rtl]").count()).toBe(1)
    const address = page.locator(".address .value")
    expect(await address.innerText()).toBe(data.address)
    expect(await address.evaluate((element) => getComputedStyle(element).direction)).toBe("ltr")
    const boxOf = (part: string) => page.locator(part).evaluate((one): DOMRect => one.getBoundingClientRect().toJSON())
    expect((await boxOf(".address .value")).x).toBeGreaterThan((await boxOf(".address button")).x)
    const [amount, copy] = [await boxOf(".crypto"), await boxOf(".amount button")]
    expect(copy.x + copy.width <= amount.x || copy.y >= amount.y + amount.height).toBe(true)
    expect(await findings(page)).toEqual([])
  })

  it("lets a keyboard user choose the language, and keeps it after a switch of the asset", async () => {
    const { page } = await opened()
    await page.locator(".foot summary").last().focus()
    await page.keyboard.press("Enter")
    await page.getByRole("link", { name: "Deutsch" }).focus()
    await page.keyboard.press("Enter")
    await heading(page, "Mit Bitcoin bezahlen").waitFor()
    await page.getByText("Mit etwas anderem bezahlen").click()
    await page.getByRole("button", { name: "USDT auf Base" }).click()
    await page.getByText("Senden Sie nur USDT auf Base.").waitFor()
  })

  it("moves nothing when a logo of an unusual shape comes late to a phone", async () => {
    const api = await adminApi(shopper.place)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90"><rect width="160" height="90"/></svg>'
    const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`
    const connection = "/admin/crypto-payments/connections/default"
    await api.post(connection, { logo })
    const { path } = await shopper.order()
    const page = await shopper.newPage({ viewport: { width: 390, height: 844 } })
    await page.addInitScript(() => {
      const here = window as unknown as { shift: number }
      here.shift = 0
      new PerformanceObserver((list) => {
        for (const one of list.getEntries()) here.shift += (one as PerformanceEntry & { value: number }).value
      }).observe({ type: "layout-shift", buffered: true })
    })
    let comes = (): void => undefined
    const late = new Promise<void>((resolve) => (comes = resolve))
    await page.route("**/logo/*", async (route) => late.then(() => route.continue()))
    await page.goto(path, { waitUntil: "domcontentloaded" })
    await page.getByRole("timer").waitFor()
    const drawn = () =>
      page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await drawn()
    // A slow machine draws the page in parts, which is not about the logo.
    await page.evaluate("window.shift = 0")
    comes()
    const image = page.locator(".bar img")
    await until("the logo is shown", () => image.evaluate((one) => (one as HTMLImageElement).naturalWidth > 0))
    await drawn()
    expect(await page.evaluate("window.shift")).toBe(0)
    expect(await image.evaluate((one) => one.clientWidth / one.clientHeight)).toBeCloseTo(160 / 90, 1)
    await api.post(connection, { logo: null })
  })
})
