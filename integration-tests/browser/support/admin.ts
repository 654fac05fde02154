import type { Browser, Locator, Page, Request } from "playwright-core"
import { seriousFindings } from "./chromium"
import { describeInBrowser } from "./in-browser"
import type { Place } from "./place"

export type Admin = Awaited<ReturnType<typeof openAdmin>>

/** A `describe` with a signed-in browser. Its tests may use `admin`, and an error that a page throws fails them. */
export const describeAdmin = (title: string, tests: (admin: Admin) => void): void =>
  describeInBrowser(title, openAdmin, tests)

async function openAdmin(browser: Browser, place: Place, thrown: string[]) {
  const context = await browser.newContext({
    baseURL: place.url,
    locale: "en-US",
    timezoneId: "UTC",
    viewport: { width: 1280, height: 900 },
  })
  context.setDefaultTimeout(60_000)
  // The two requests of Medusa's login page, which would load the admin once more.
  const { token } = await (await context.request.post("/auth/user/emailpass", { data: place.login })).json()
  await context.request.post("/auth/session", { headers: { authorization: `Bearer ${token}` } })
  const page = await context.newPage()
  page.on("pageerror", (error) => thrown.push(error.message))
  return {
    place,
    page,
    context,
    act,
    /** Opens a page of the admin by its path under `/app`, and waits until it is loaded. */
    open: async (path: string): Promise<void> => {
      await page.goto(`/app${path}`)
      await page.waitForLoadState("networkidle")
    },
    /** Serious and critical findings of axe, one line each, in the page's content or in `within`. */
    findings: (within: string | Locator = "main") => seriousFindings(page, within),
    /** The part of the page with this heading. */
    section: (name: string): Locator => {
      const has = page.getByRole("heading", { name, exact: true })
      return page.locator("main div.divide-y").filter({ has }).last()
    },
    /** Fills fields of the open form, by label. */
    fill: async (fields: Record<string, string>): Promise<void> => {
      for (const [label, value] of Object.entries(fields)) await page.getByRole("dialog").getByLabel(label).fill(value)
    },
    /** Number of requests with this method and path that the page sends during `during`. */
    sent: async (method: string, path: RegExp, during: () => Promise<unknown>): Promise<number> => {
      let count = 0
      const onRequest = (request: Request) => {
        if (request.method() === method && path.test(request.url())) count++
      }
      page.on("request", onRequest)
      await during()
      page.off("request", onRequest)
      return count
    },
  }
}

export async function signIn(page: Page, { login }: Pick<Place, "login">): Promise<void> {
  await page.goto("/app/login")
  await page.fill("input[name=email]", login.email)
  await page.fill("input[name=password]", login.password)
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => !url.pathname.endsWith("/login"))
}

/** Waits until exactly one element in there shows this text. */
export const reads = (where: Locator, text: string | RegExp): Promise<void> => where.getByText(text).waitFor()

/** Runs an action of a payment or event: clicks its button, or its entry in the menu. */
export async function act(where: Locator, name: string): Promise<void> {
  const button = where.getByRole("button", { name, exact: true }).first()
  const menu = where.getByRole("button", { name: "More actions" }).first()
  await button.or(menu).first().waitFor()
  if (await button.isVisible()) return button.click()
  await menu.click()
  await where.page().getByRole("menuitem", { name }).click()
}
