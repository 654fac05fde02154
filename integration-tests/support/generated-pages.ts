import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { parse } from "yaml"
import { BODY_REFUSALS } from "../../src/api/guards/request-bodies"
import { withTable } from "../../src/core/connection/__tests__/settings-page"
import { HEALTH_WORDS } from "../../src/core/connection/health"
import { ADMIN_ERRORS } from "../../src/core/text/admin-errors"
import { REFUSALS } from "../../src/core/text/errors"
import { LOG_LINES } from "../../src/core/text/log-lines"
import { ACCEPTED_EVENT_CODES, WEBHOOK_REFUSALS } from "../../src/core/webhook/event"
import { SPANS } from "../../src/modules/crypto-payments/telemetry"
import { SERVICE_ERRORS, WIRE_CODES } from "../../src/store-api/outcome"
import { PAYMENTS_PATH } from "../../src/store-api/wire"

const logLines = (level: string) => Object.entries(LOG_LINES).flatMap(([code, [of]]) => (of === level ? [code] : []))
const OTHER_CALL_CODES = ["not_this_api", "unusable_answer", "http_<status>"]
const refusals = (table: Record<string, readonly [status: number, message: string]>) =>
  Object.entries(table).map(([code, [status]]) => `${code} | ${status}`)

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; enum?: string[] }
const { schemas } = parse(readFileSync(resolve(__dirname, "../../docs/openapi.yaml"), "utf8")).components
/** The codes that openapi.yaml, which is made from the types, allows at a path such as `ConnectionView.checklist.code`. */
function codesAt(path: string, place: string): string[] {
  const alternatives = (schema: Schema = {}): Schema[] => schema.anyOf ?? [schema.items ?? schema]
  const below = (found: Schema[], name: string) => found.flatMap(({ properties }) => alternatives(properties?.[name]))
  const found = path.split(".").reduce(below, [{ properties: schemas }])
  return found.flatMap(({ enum: codes = [] }) => codes.map((code) => `${code} | \`${place}\``))
}

/** What exists, by the heading of its table: a code, often with its HTTP status or a place where it occurs. */
const TABLES: Record<string, readonly string[]> = {
  "### Level info": logLines("info"),
  "### Level warn": logLines("warn"),
  "### Level error": logLines("error"),
  "## Calls to the service": [...WIRE_CODES, ...Object.keys(SERVICE_ERRORS), ...OTHER_CALL_CODES],
  "## Health codes": Object.keys(HEALTH_WORDS),
  "## Webhook codes": [...ACCEPTED_EVENT_CODES.map((code) => `${code} | 200`), ...refusals(WEBHOOK_REFUSALS)],
  "## Storefront API errors": refusals(REFUSALS),
  "## Admin API errors": [
    ...Object.values(BODY_REFUSALS).map(([status, code]) => `${code} | ${status}`),
    ...refusals(ADMIN_ERRORS),
  ],
  "## Connection codes": ["problems.code", "checklist.code", "health.status", "webhook.last_refused.code"].flatMap(
    (place) => codesAt(`ConnectionView.${place}`, place),
  ),
  "## Action codes": [
    ...[...codesAt("TestCode", "connection-test"), ...codesAt("CheckAnswer.outcome.code", "check")],
    ...["settle", "settle-onto-order"].flatMap((place) => codesAt("SettleAnswer.outcome.code", place)),
  ],
  "## Spans": [
    ...SPANS.map((name) => `crypto_payments.${name}`),
    ...[`POST ${PAYMENTS_PATH}`, `GET ${PAYMENTS_PATH}/{id}`],
  ],
}

/**
 * The page docs/reference.md with exactly the codes that exist. A code keeps its place and the other cells of its row,
 * and shares the row with codes of equal cells. Those of a new code are empty, for a person to write.
 */
export const withCodes = (page: string): string =>
  Object.entries(TABLES).reduce((text, [heading, entries]) => {
    const [before, after = ""] = text.split(`\n${heading}\n`)
    return `${before}\n${heading}\n${after.replace(/(?<=\n\|-.*\n)(\|.*\n)*/, (rows) => rowsOf(entries, rows))}`
  }, page)

/** The pages with tables that `npm run docs` writes again. */
export const PAGES = { "settings.md": withTable, "reference.md": withCodes }

function rowsOf(entries: readonly string[], former: string): string {
  const besides = new Map<string, string[]>()
  for (const [code = "", ...beside] of entries.map((entry) => entry.split(" | "))) {
    besides.set(code, [...(besides.get(code) ?? []), ...beside])
  }
  const made = entries[0]?.includes(" | ") ? 1 : 0
  const written = [...former.matchAll(/^\| `(.*?)` \| (.*) \|$/gm)].flatMap(([, codes = "", cells = ""]) =>
    codes.split("`, `").map((code) => [code, cells.split(" | ").slice(made)] as const),
  )
  const others = new Map(written)
  const rows = new Map<string, string[]>()
  for (const code of new Set([...others.keys(), ...besides.keys()])) {
    const beside = besides.get(code)
    if (!beside) continue
    const cells = [beside.join(", "), ...(others.get(code) ?? written[0]?.[1].map(() => "") ?? [])].slice(1 - made)
    rows.set(cells.join(" | "), [...(rows.get(cells.join(" | ")) ?? []), code])
  }
  return [...rows].map(([cells, codes]) => `| \`${codes.join("`, `")}\` | ${cells} |\n`).join("")
}
