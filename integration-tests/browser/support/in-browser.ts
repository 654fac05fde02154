import { readFileSync } from "node:fs"
import type { Browser } from "playwright-core"
import { expectErrors, NOT_PAID_YET } from "../../support/expect-errors"
import { launchChromium } from "./chromium"
import { OPEN_WITHIN_MS, type Place, thePlace } from "./place"

/** What a person's tests get. An error of a page that is pushed to `thrown` fails the running test. */
type Open<Given> = (browser: Browser, place: Place, thrown: string[]) => Given | Promise<Given>

/**
 * A `describe` with the store and a browser. `given` is filled before the tests run.
 * @param leave runs after each test
 */
export function describeInBrowser<Given extends { place: Place }>(
  title: string,
  open: Open<Given>,
  tests: (given: Given) => void,
  leave: (browser: Browser) => Promise<void> = async () => undefined,
): void {
  describe(title, () => {
    const given = {} as Given
    let browser: Browser
    const thrown: string[] = []
    followServerLog(given)

    beforeAll(async () => {
      browser = await launchChromium()
      Object.assign(given, await open(browser, await thePlace(), thrown))
    }, OPEN_WITHIN_MS)

    afterEach(async () => {
      await leave(browser)
      expect(thrown.splice(0)).toEqual([])
    })

    afterAll(() => browser?.close())

    tests(given)
  })
}

/**
 * Adds the server's log to the log of the running test; see quiet-environment.js. Two files share the server, so both may
 * see the error that Medusa logs for `orderPlacement: "payment"`.
 */
function followServerLog(of: { place: Place }): void {
  let read = 0
  const news = (): string => {
    const text = readFileSync(of.place.log as string, "utf8")
    const added = text.slice(read)
    read = text.length
    return added
  }
  expectErrors(NOT_PAID_YET)
  beforeEach(() => void news())
  afterEach(() => void process.stderr.write(news()))
}
