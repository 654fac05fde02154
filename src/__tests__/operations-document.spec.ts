import { readFileSync } from "node:fs"
import { join } from "node:path"
import { HEALTH_WORDS } from "../core/connection/health"
import { LOG_LINES, type LogCode } from "../core/text/log-lines"
import { SERVICE_ERRORS } from "../core/text/service-errors"
import { SPANS } from "../modules/crypto-payments/tracing"
import { WIRE_CODES } from "../store-api/error"

/** The text between this heading of a page and the next one of the same rank. */
const section = (page: string, heading: string): string => {
  const text = readFileSync(join(__dirname, "../../docs", page), "utf8")
  return text.split(`\n${heading}\n`)[1]?.split("\n## ")[0] ?? ""
}

/** The rows of the tables of log lines: a code, the level in the heading above, and its explanation. */
const rows = section("reference.md", "## Log lines")
  .split("\n### Level ")
  .slice(1)
  .flatMap((part) => {
    const [level = ""] = part.split("\n")
    return [...part.matchAll(/^\| (`.+?) \| (.+) \|$/gm)].flatMap(([, codes = "", words = ""]) =>
      [...codes.matchAll(/`(\w+)`/g)].map(([, code = ""]) => ({ code, level, words })),
    )
  })

describe("docs/reference.md and docs/operations.md", () => {
  it("lists exactly the existing log lines, each with its level", () => {
    const there = rows.map(({ code, level }) => `${code} ${level}`).sort()
    expect(there).toEqual(
      Object.entries(LOG_LINES)
        .map(([code, [level]]) => `${code} ${level}`)
        .sort(),
    )
  })

  it("says what to do about every log line above the level info", () => {
    for (const { level, words } of rows) expect(words.split(" | ")).toHaveLength(level === "info" ? 1 : 2)
  })

  it("lists exactly the existing spans, and only existing log lines to watch", () => {
    const spans = [...section("reference.md", "## Spans").matchAll(/^\| `crypto_payments\.(\w+)` \|/gm)].map(
      ([, name]) => name,
    )
    expect(spans.sort()).toEqual([...SPANS].sort())
    const watched = [...section("operations.md", "## What to watch").matchAll(/^\| `(\w+)`/gm)].map(
      ([, code]) => code as LogCode,
    )
    expect(watched.length).toBeGreaterThan(5)
    expect(watched.filter((code) => !(code in LOG_LINES))).toEqual([])
  })

  it("lists exactly the codes of the health page", () => {
    const codes = [...section("reference.md", "## Health codes").matchAll(/^\| `(\w+)` \| (?:failing|degraded)/gm)].map(
      ([, code]) => code,
    )
    expect(codes.sort()).toEqual(Object.keys(HEALTH_WORDS).sort())
  })

  it("lists exactly the codes of a failed call to the service", () => {
    const cells = [...section("reference.md", "## Calls to the service").matchAll(/^\| (`.+?) \| /gm)].map(
      ([, cell = ""]) => cell,
    )
    const codes = cells.flatMap((cell) => cell.replaceAll("`", "").split(", "))
    const known = [...WIRE_CODES, ...Object.keys(SERVICE_ERRORS), "not_this_api", "http_<status>"]
    expect(codes.sort()).toEqual(known.sort())
  })
})
