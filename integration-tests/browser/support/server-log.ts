import { readFileSync } from "node:fs"
import { expectErrors, NOT_PAID_YET } from "../../support/expect-errors"
import { thePlace } from "./place"

/**
 * In a `describe`: what the server logs meanwhile counts as logged by the test that runs; see quiet-environment.js. Two files
 * share the server, so either may meet the error of a shop whose orders are placed when they are paid.
 */
export function followServerLog(): void {
  let read = 0
  const news = (): string => {
    const text = readFileSync(thePlace().log as string, "utf8")
    const added = text.slice(read)
    read = text.length
    return added
  }
  expectErrors(NOT_PAID_YET)
  beforeEach(() => void news())
  afterEach(() => void process.stderr.write(news()))
}
