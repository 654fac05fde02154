import type { Browser, BrowserContext, Locator, Page, Request } from "playwright-core"
import { launchChromium, seriousFindings } from "./chromium"
import { OPEN_WITHIN_MS, type Place, thePlace } from "./place"
import { followServerLog } from "./server-log"

export type Admin = {
  place: Place
  page: Page
  context: BrowserContext
  /** Opens a page of the admin by its path under `/app`, and waits until it is loaded. */
  open: (path: string) => Promise<void>
  /** Serious and critical findings of axe, one line each, in the page's content or in `within`. */
  findings: (within?: string | Locator) => Promise<string[]>
  /** The part of the page with this heading. */
  section: (name: string) => Locator
  /** Fills fields of the open form, by label. */
  fill: (fields: Record<string, string>) => Promise<void>
  act: typeof act
  /** Number of requests with this method and path that the page sends during `during`. */
  sent: (method: string, path: RegExp, during: () => Promise<unknown>) => Promise<number>
}

/**
 * A `describe` with a browser that is signed in to the admin; `admin` is filled before the tests run. An error that a page
 * throws fails its test.
 */
export function describeAdmin(title: string, tests: (admin: Admin) => void): void {
  describe(title, () => {
    const admin = {} as Admin
    let browser: Browser
    const thrown: string[] = []
    followServerLog(admin)

    beforeAll(async () => {
      browser = await launchChromium()
      const place = await thePlace()
      const context = await browser.newContext({
        baseURL: place.url,
        locale: "en-US",
        timezoneId: "UTC",
        viewport: { width: 1280, height: 900 },
        acceptDownloads: true,
      })
      context.setDefaultTimeout(60_000)
      const page = await context.newPage()
      page.on("pageerror", (error) => thrown.push(error.message))
      Object.assign(admin, {
        place,
        page,
        context,
        open: async (path: string) => {
          await page.goto(`/app${path}`)
          await page.waitForLoadState("networkidle")
        },
        findings: (within = "main") => seriousFindings(page, within),
        section: (name: string) => {
          const has = page.getByRole("heading", { name, exact: true })
          return page.locator("main div.divide-y").filter({ has }).last()
        },
        fill: async (fields: Record<string, string>) => {
          const form = page.getByRole("dialog")
          for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
        },
        act,
        sent: async (method: string, path: RegExp, during: () => Promise<unknown>) => {
          let count = 0
          const onRequest = (request: Request) => {
            if (request.method() === method && path.test(request.url())) count++
          }
          page.on("request", onRequest)
          await during()
          page.off("request", onRequest)
          return count
        },
      })
      await signIn(page, place)
    }, OPEN_WITHIN_MS)

    afterEach(() => {
      expect(thrown.splice(0)).toEqual([])
    })

    afterAll(async () => {
      await browser?.close()
    })

    tests(admin)
  })
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
