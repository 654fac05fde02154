import type { Locator } from "playwright-core"
import { payoutOf } from "../support/payout"
import { describeAdmin } from "./support/admin"
import { picture } from "./support/chromium"
import { adminApi, payersOf } from "./support/payer"
import { SECOND_CONNECTION } from "./support/place"

/**
 * Medusa's admin follows the system's color scheme, and a cookie has its language. Arabic runs from right to left. Each
 * screen is opened once in each of these, and then shown on a desk and on a phone.
 */
const LOOKS = [
  ["in the light", { colorScheme: "light", language: "en" }],
  ["in the dark, from right to left", { colorScheme: "dark", language: "ar" }],
] as const
const WIDTHS = { "on a desk": 1280, "on a phone": 390 }

/** Runs in the page. Returns the elements that need sideways scrolling, and switches whose thumb leaves them. */
function tooWide(within: Element): string[] {
  const scrolls = (one: Element) =>
    one === document.documentElement || one.role === "switch" || /auto|scroll/.test(getComputedStyle(one).overflowX)
  return [document.documentElement, within, ...within.querySelectorAll("*")]
    .filter((one) => scrolls(one) && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth} in ${one.clientWidth} pixels`)
}

describeAdmin("the screens of the admin", (admin) => {
  const made = { payment: "", order: "", uncleared: "" }
  const settings = "/settings/crypto-payments"
  const main = () => admin.page.locator("main")
  const dialog = () => admin.page.getByRole("dialog")

  beforeAll(async () => {
    const payers = payersOf(admin.place)
    const { row, orderId } = await payers.settled({ asset: "BTC" })
    const { id: uncleared } = await payers.uncleared()
    Object.assign(made, { payment: row.id, order: orderId, uncleared })
    const sentBack = `/admin/crypto-payments/payments/${row.id}/payouts`
    await (await adminApi(admin.place)).post(sentBack, payoutOf("5", "4d".repeat(32)))
    await payers.sessionGone()
  })

  /** Opens a screen, and waits until a part of it is visible. */
  const shown = async (path: string, ready: () => Locator, within = main): Promise<Locator> => {
    await admin.open(path)
    await ready().first().waitFor()
    return within()
  }
  const screens: Record<string, () => Promise<Locator>> = {
    payments: () => shown("/crypto-payments", () => main().locator("tbody tr")),
    "what needs attention": () => shown("/crypto-payments/attention", () => main().locator("li h2")),
    totals: () => shown("/crypto-payments/totals", () => main().locator("tbody tr")),
    "a payment": () => shown(`/crypto-payments/${made.payment}`, () => main().getByText("4d".repeat(32))),
    "money that does not clear": () =>
      shown(`/crypto-payments/${made.uncleared}`, () => main().getByText("Seen, but not cleared for a long time")),
    "the form of a payout": async () => {
      const page = await screens["a payment"]?.()
      await admin.act(page as Locator, "Record payout")
      await dialog().getByLabel("Sent to address").waitFor()
      return dialog()
    },
    "an order's payment": () => {
      const widget = () => admin.section("Crypto payment")
      return shown(`/orders/${made.order}`, () => main().getByText("4d".repeat(32)), widget)
    },
    connections: () => shown(settings, () => main().locator("tbody tr")),
    "a connection": () => shown(`${settings}/default`, () => main().getByText("Ready to sell")),
    "the keys": () => shown(`${settings}/${SECOND_CONNECTION}/keys`, () => dialog().getByLabel("API key"), dialog),
    "the checkout": () =>
      shown(`${settings}/${SECOND_CONNECTION}/checkout`, () => dialog().getByRole("checkbox"), dialog),
    "the look of the pay page": () =>
      shown(`${settings}/${SECOND_CONNECTION}/branding`, () => dialog().locator("iframe"), dialog),
    "the endpoint secret": () =>
      shown(`${settings}/${SECOND_CONNECTION}/endpoint-secret`, () => dialog().getByRole("textbox"), dialog),
  }

  describe.each(LOOKS)("%s", (look, { colorScheme, language }) => {
    beforeAll(async () => {
      const { page, context, place } = admin
      await page.emulateMedia({ colorScheme })
      await context.addCookies([{ name: "lng", value: language, url: place.url }])
    })
    afterEach(() => admin.page.setViewportSize({ width: 1280, height: 900 }))

    it.each(Object.keys(screens))("show %s without sideways scrolling or serious findings of axe", async (name) => {
      const screen = (await screens[name]?.()) as Locator
      const html = admin.page.locator("html")
      expect(await html.getAttribute("dir")).toBe(language === "ar" ? "rtl" : "ltr")
      expect(await html.evaluate((root) => root.classList.contains("dark"))).toBe(colorScheme === "dark")
      for (const [where, width] of Object.entries(WIDTHS)) {
        await admin.page.setViewportSize({ width, height: 900 })
        expect([where, await admin.findings(screen)]).toEqual([where, []])
        expect([where, await screen.evaluate(tooWide)]).toEqual([where, []])
        await picture(admin.page, `admin ${name} ${look} ${where}`)
      }
    })
  })
})
