import { readFileSync } from "node:fs"
import { expectErrors, NOT_PAID_YET } from "../../support/expect-errors"
import type { Place } from "./place"

/**
 * In a `describe`: adds the server's log to the log of the running test; see quiet-environment.js. Two files share the
 * server, so both may see the error that Medusa logs for `orderPlacement: "payment"`.
 */
export function followServerLog(of: { place: Place }): void {
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
