import type { Browser, BrowserContext, Page } from "playwright-core"
import { launchChromium, seriousFindings } from "./chromium"
import { type Place, thePlace } from "./place"

export type Admin = {
  place: Place
  page: Page
  context: BrowserContext
  /** Opens a page of the admin by its path under `/app`, and waits until it has settled. */
  open: (path: string) => Promise<void>
  /** Serious and critical findings of axe, one line each: in the page's content, or where the selector says. */
  findings: (within?: string) => Promise<string[]>
}

/**
 * A `describe` with a browser, signed in to the admin. `admin` has its values once the tests run. What a page throws
 * fails the test that it happened in.
 */
export function describeAdmin(title: string, tests: (admin: Admin) => void): void {
  describe(title, () => {
    const admin = {} as Admin
    let browser: Browser
    const thrown: string[] = []

    beforeAll(async () => {
      browser = await launchChromium()
      const place = thePlace()
      const context = await browser.newContext({
        baseURL: place.url,
        locale: "en-US",
        timezoneId: "UTC",
        viewport: { width: 1280, height: 900 },
        acceptDownloads: true,
      })
      context.setDefaultTimeout(20_000)
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
      })
      await signIn(admin)
    })

    afterEach(() => {
      expect(thrown.splice(0)).toEqual([])
    })

    afterAll(async () => {
      await browser?.close()
    })

    tests(admin)
  })
}

async function signIn({ page, place }: Admin): Promise<void> {
  await page.goto("/app/login")
  await page.fill("input[name=email]", place.login.email)
  await page.fill("input[name=password]", place.login.password)
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => !url.pathname.endsWith("/login"))
}
