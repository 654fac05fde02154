import { readFileSync } from "node:fs"
import { join } from "node:path"
import { HEALTH_WORDS } from "../core/connection/health-words"
import { LOG_LINES, type LogCode } from "../core/text/log-lines"
import { SERVICE_ERRORS } from "../core/text/service-errors"
import { SPANS } from "../modules/crypto-payments/tracing"
import { WIRE_CODES } from "../store-api/error"

const DOCUMENT = readFileSync(join(__dirname, "../../docs/operations.md"), "utf8")

/** What stands between this heading and the next of the same rank. */
const section = (heading: string): string => DOCUMENT.split(`\n${heading}\n`)[1]?.split("\n## ")[0] ?? ""

/** The rows of the tables of lines: a code, its level, and what is said of it. */
const rows = [...section("## The log").matchAll(/^\| `(\w+)` \| (\w+) \| (.+) \|$/gm)].map(
  ([, code = "", level = "", words = ""]) => ({ code, level, words }),
)

describe("docs/operations.md", () => {
  it("says of every line of the log what it means, at the level that it has, and of no other", () => {
    const there = rows.map(({ code, level }) => `${code} ${level}`).sort()
    expect(there).toEqual(
      Object.entries(LOG_LINES)
        .map(([code, [level]]) => `${code} ${level}`)
        .sort(),
    )
  })

  it("says what to do about everything that is more than a step of a payment", () => {
    for (const { level, words } of rows) expect(words.split(" | ")).toHaveLength(level === "info" ? 1 : 2)
  })

  it("names every span, and of the log and the spans nothing that there is not", () => {
    const spans = [...section("## Traces").matchAll(/^\| `crypto_payments\.(\w+)` \|/gm)].map(([, name]) => name)
    expect(spans.sort()).toEqual([...SPANS].sort())
    const watched = [...section("## What to watch").matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code as LogCode)
    expect(watched.length).toBeGreaterThan(5)
    expect(watched.filter((code) => !(code in LOG_LINES))).toEqual([])
  })

  it("says of each code of the health page, and of no other, when it is given", () => {
    const codes = [...section("## The health page").matchAll(/^\| `(\w+)` \| (?:failing|degraded)/gm)].map(
      ([, code]) => code,
    )
    expect(codes.sort()).toEqual(Object.keys(HEALTH_WORDS).sort())
  })

  it("has each code of a failed call to the service", () => {
    const cells = [...section("## Calls to the service").matchAll(/^\| (`.+?) \| /gm)].map(([, cell = ""]) => cell)
    const codes = cells.flatMap((cell) => cell.replaceAll("`", "").split(", "))
    const known = [...WIRE_CODES, ...Object.keys(SERVICE_ERRORS), "not_this_api", "http_<status>"]
    expect(codes.sort()).toEqual(known.sort())
  })
})
