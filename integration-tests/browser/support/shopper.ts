import jsQR from "jsqr"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import type { SessionData, SessionWish } from "../../support/store"
import { until } from "../../support/until"
import { picture, seriousFindings } from "./chromium"
import { describeInBrowser } from "./in-browser"
import { payersOf, rowInState, sandboxOf, sql } from "./payer"
import type { Place } from "./place"

/** Milliseconds by the page's clock: a little more than the page waits between two polls of an unpaid payment. */
export const POLL_MS = 6_000

/** `clock`: a clock for the page that the test can move forward. One that stands is moved by nothing else. */
export type PageOptions = BrowserContextOptions & { clock?: "runs" | "stands" }

export type Shopper = ReturnType<typeof openShopper>

/** A `describe` with a browser; `shopper` is filled before the tests run. A page's error fails its test. */
export const describeShopper = (title: string, tests: (shopper: Shopper) => void): void =>
  describeInBrowser(title, openShopper, tests, async (browser) => {
    for (const context of browser.contexts()) {
      // A request that is still in a route handler would fail the next test.
      for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" })
      await context.close()
    }
  })

function openShopper(browser: Browser, place: Place, thrown: string[]) {
  return {
    place,
    /** An order that waits for its payment, and the path of its pay page. */
    order: async (wish?: SessionWish) => {
      const { session, orderId } = await payersOf(place).placed(wish)
      return { path: `/crypto-payments/${session.data.token}`, orderId, data: session.data }
    },
    /** Pays the service's payment, and waits until it is settled. */
    settle: async ({ payment_id }: { payment_id: string }): Promise<void> => {
      await sandboxOf(place).pay(payment_id)
      await rowInState(place, payment_id, "settled")
    },
    /** A page in a new browser context, which is closed after the test. */
    newPage: async ({ clock, ...options }: PageOptions = {}): Promise<Page> => {
      const usual = { baseURL: place.url, locale: "en-US", viewport: { width: 1280, height: 900 } }
      const context = await browser.newContext({ ...usual, ...options })
      context.setDefaultTimeout(60_000)
      const page = await context.newPage()
      if (clock) await page.clock.install()
      // The clock runs after its installation, and cannot be paused at an earlier time.
      if (clock === "stands") await page.clock.pauseAt(Date.now() + 60_000)
      page.on("pageerror", (error) => thrown.push(error.message))
      // Violations of the page's content security policy appear only on the console.
      page.on("console", (line) => {
        if (line.text().includes("Content Security Policy")) thrown.push(line.text())
      })
      return page
    },
  }
}

/** Makes the quote of a payment expire in `seconds`; below zero it has expired. */
export const endQuoteIn = (place: Place, externalId: string, seconds: number): Promise<unknown> =>
  sql(
    place,
    "UPDATE crypto_payment SET quote_expires_at = now() + make_interval(secs => $2), renew_at = now() WHERE external_id = $1",
    [externalId, seconds],
  )

/** Gives the documents that this page loads from now on a clock that is wrong by some hours. */
export const wrongClock = (page: Page, hours: number): Promise<unknown> =>
  page.addInitScript((wrongBy) => {
    const right = Date.now.bind(Date)
    Date.now = () => right() + wrongBy
  }, hours * 3_600_000)

/** Seconds that the page says are left to pay. */
export async function secondsLeft(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0] = (await page.getByRole("timer").innerText()).split(":").map(Number)
  return minutes * 60 + seconds
}

type Offered = { asset: string; chain: string | null; available: boolean }

/** Changes what the server says about a payment, for this page only. */
export const changeAnswers = (page: Page, changes: () => object): Promise<unknown> =>
  page.route(/store\/crypto-payments\/[\w-]{20,}$/, async (route) => {
    const { "if-none-match": _known, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    const { token, payment } = await response.json()
    await route.fulfill({ response, json: { token, payment: { ...payment, ...changes() } } })
  })

/** Changes what the server says that the region offers, for this page only. */
export const changeOptions = (page: Page, change: (options: Offered[]) => Offered[]): Promise<unknown> =>
  page.route("**/store/crypto-payments/options*", async (route) => {
    const response = await route.fetch()
    const { options }: { options: Offered[] } = await response.json()
    await route.fulfill({ response, json: { options: change(options) } })
  })

/** Answers as if the region had a second payment provider with the same assets. */
export const offerTwice = (page: Page, isOut: (one: Offered) => boolean = () => false): Promise<unknown> =>
  changeOptions(page, (options) => {
    const given = options.map((one) => ({ ...one, available: one.available && !isOut(one) }))
    const others = given.map((one) => ({ ...one, provider_id: "pp_crypto_other", connection_id: "other" }))
    return [...given, ...others]
  })

/** Tells the page that its tab is hidden, or that it is visible again. */
export const hide = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, value })
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
  }, hidden)

/** Makes the page poll at once, as when the network is back. */
export const askNow = (page: Page): Promise<unknown> => page.evaluate(() => dispatchEvent(new Event("online")))

/**
 * Moves the page's clock, which stands, until something is shown; a request takes no time by that clock.
 * @returns milliseconds by the page's clock
 */
export async function shownAfter(page: Page, isShown: () => Promise<boolean>): Promise<number> {
  let underWay = 0
  page.on("request", () => underWay++)
  for (const end of ["requestfinished", "requestfailed"] as const) page.on(end as "requestfinished", () => underWay--)
  for (let passed = 0; passed <= 60_000; passed += 100) {
    await until("the page has its answers", () => underWay <= 0)
    if (await isShown()) return passed
    await page.clock.runFor(100)
  }
  throw new Error("The page shows it not within a minute of its clock.")
}

/** Serious and critical findings of axe on the whole page. */
export const findings = (page: Page): Promise<string[]> => seriousFindings(page, "html")

/** Pixels between the content and the window's right edge; below zero the page scrolls sideways. */
export const spareWidth = (page: Page): Promise<number> =>
  page.evaluate(() => innerWidth - document.documentElement.scrollWidth)

/** Asset, chain, colors, width of the window, and by how many hours the shopper's clock is wrong. */
const QR_CASES = [
  ["BTC", "", "light", 1280, 0],
  ["BTC", "", "dark", 320, -1],
  ["USDC", "polygon", "dark", 1280, 1],
  ["USDC", "polygon", "light", 320, 0],
] as const

/** Tests the code and the time on a page that `open` shows. */
export function itShowsCodes(
  shopper: Shopper,
  open: (data: SessionData, page: Page) => Promise<unknown>,
  code?: string,
): void {
  it.each(QR_CASES)(
    "shows a QR code of %s %s that a phone reads (%s, %d px), and the server's time (%d h off)",
    async (...of) => {
      const [asset, chain, colorScheme, width, hours] = of
      const { data } = await shopper.order(chain ? { asset, chain } : { asset })
      const page = await shopper.newPage({ colorScheme, viewport: { width, height: 800 } })
      await wrongClock(page, hours)
      await open(data, page)
      expect(await scan(page, code)).toBe(data.uri)
      expect(await secondsLeft(page)).toBeGreaterThan(600)
      expect(await secondsLeft(page)).toBeLessThanOrEqual(900)
      expect(await findings(page)).toEqual([])
      expect(await spareWidth(page)).toBeGreaterThanOrEqual(0)
      await picture(page, of.join(" "))
    },
  )
}

/** Reads the QR code from a screenshot, as a phone does: only dark on light, and with the margin around the code. */
export async function scan(page: Page, code = ".qr"): Promise<string | undefined> {
  const picture = await page.locator(code).screenshot()
  const blank = await page.context().newPage()
  try {
    const { data, width, height } = await blank.evaluate(pixelsOf, picture.toString("base64"))
    const bytes = Buffer.from(data, "base64")
    return jsQR(new Uint8ClampedArray(bytes), width, height, { inversionAttempts: "dontInvert" })?.data
  } finally {
    await blank.close()
  }
}

/** Runs in a page, because Node cannot decode images. */
async function pixelsOf(png: string): Promise<{ data: string; width: number; height: number }> {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext("2d")
  if (!context) throw new Error("no canvas")
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  let binary = ""
  for (const byte of data) binary += String.fromCharCode(byte)
  return { data: btoa(binary), width, height }
}
