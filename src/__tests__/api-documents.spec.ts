import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { ADMIN_BASE, adminRoutes } from "../../integration-tests/support/admin-routes"
import { FILTERS } from "../api/admin/crypto-payments/list-query"
import { BODY_REFUSALS } from "../api/guards/request-bodies"
import { HEALTH_WORDS } from "../core/connection/health"
import { SETUP_WORDS } from "../core/connection/setup"
import { POSSIBLE_ACTIONS } from "../core/payment/attention"
import { ATTENTION_REASONS } from "../core/payment/attention-reasons"
import { ADMIN_ERRORS } from "../core/text/admin-errors"
import { REFUSALS } from "../core/text/errors"
import { LOG_LINES } from "../core/text/log-lines"
import { ACCEPTED_EVENT_CODES, WEBHOOK_REFUSALS } from "../core/text/webhook-answers"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { SPANS } from "../modules/crypto-payments/telemetry"
import policies from "../policies/crypto-payments"
import { meaningOf, SERVICE_ERRORS, WIRE_CODES } from "../store-api/outcome"
import { aPayment } from "../storefront/__tests__/payment"
import type { ClientErrorCode } from "../storefront/client"
import type { CryptoPaymentProps } from "../storefront/crypto-payment"
import * as workflows from "../workflows"
import { PAYMENT_EVENT_NAMES, paymentEventData } from "../workflows/store-events/store-events"

type Refusals = Record<string, readonly [status: number, message: string]>
const statuses = (refusals: Refusals) => Object.entries(refusals).map(([code, [status]]) => `${code} ${status}`)

const ADMIN_ANSWERS = [
  ...statuses(ADMIN_ERRORS),
  ...Object.values(BODY_REFUSALS).map(([status, code]) => `${code} ${status}`),
]
const WEBHOOK_ANSWERS = [...ACCEPTED_EVENT_CODES.map((code) => `${code} 200`), ...statuses(WEBHOOK_REFUSALS)]

const ROOT = join(__dirname, "../..")
const read = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8")

/** The text between this heading and the next one of the same or a higher rank. */
function section(name: string, heading: string): string {
  const [, text = ""] = read(name).split(`\n${heading}\n`)
  const rank = heading.indexOf(" ")
  return text.split(new RegExp(`\n#{1,${rank}} `))[0] ?? ""
}

const words = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word)
/** The rows of a section's tables, as cells. */
const rows = (text: string) =>
  [...text.matchAll(/^\| (.+) \|$/gm)].map(([, row = ""]) => row.split(" | ")).filter(([first]) => first?.includes("`"))
/** Every word of the first column. */
const firsts = (text: string) => rows(text).flatMap(([first]) => words(first))

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; enum?: string[] }
const { schemas } = parse(read("openapi.yaml")).components as { schemas: Record<string, Schema> }
/** The codes that openapi.yaml, which is made from the types, allows at a path such as `ConnectionView.checklist.code`. */
function codesAt(path: string): string[] {
  const [name = "", ...fields] = path.split(".")
  const alternatives = (schema: Schema = {}): Schema[] => schema.anyOf ?? [schema.items ?? schema]
  const found = fields.reduce(
    (schemas, field) => schemas.flatMap(({ properties }) => alternatives(properties?.[field])),
    alternatives(schemas[name]),
  )
  return found.flatMap((schema) => schema.enum ?? [])
}

/** The codes of the tables of log lines, each with the level in the heading above. */
const logLines = section("reference.md", "## Log lines")
  .split("\n### Level ")
  .slice(1)
  .flatMap((part) => {
    const level = part.split("\n")[0] ?? ""
    return rows(part).map(([codes, ...cells]) => ({ codes: words(codes), level, cells }))
  })

const FIELDS = ["problems.code", "checklist.code", "health.status", "webhook.last_refused.code"]
const SCHEMA_CODES: Record<string, Record<string, string[]>> = {
  "## Connection codes": Object.fromEntries(FIELDS.map((field) => [field, codesAt(`ConnectionView.${field}`)])),
  "## Action codes": {
    ...{ test: codesAt("TestCode"), check: codesAt("CheckAnswer.outcome.code") },
    ...{ settle: codesAt("SettleAnswer.outcome.code"), "settle-onto-order": codesAt("SettleAnswer.outcome.code") },
  },
}

/** Each code of a table with its other cell: an HTTP status or the places where it occurs. */
const codesWith = (heading: string, others: (cell?: string) => string[]) =>
  rows(section("reference.md", heading)).flatMap(([codes, other]) =>
    words(codes).flatMap((code) => others(other).map((one) => `${code} ${one}`)),
  )
const statusesOf = (heading: string) => codesWith(heading, (status = "") => [status])

const EVENTS = section("events-and-api.md", "## Events for your subscribers")
const ADMIN_API = section("events-and-api.md", "## Admin API")
const STORE_API = section("events-and-api.md", "## Store API")
const isCall = (word: string) => /^(GET|POST) /.test(word)

const storeRoutes = readdirSync(join(ROOT, "src/api/store"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("route.ts"))
  .map((path) => `/store/${path.replaceAll("\\", "/").replace("/route.ts", "")}`)

const PROPS: Record<keyof CryptoPaymentProps, 0> = {
  ...{ client: 0, token: 0, regionId: 0, labels: 0, locale: 0, networkNames: 0, returnUrl: 0, className: 0 },
  ...{ onSettled: 0, onExpired: 0, onTokenChange: 0, onError: 0 },
}
const OF_SERVICE = Object.keys(SERVICE_ERRORS)
const STORE_API_CALLS = ["POST /v1/store-api/payments", "GET /v1/store-api/payments/{id}"]
const CLIENT_CODES: Record<ClientErrorCode, 0> = { network_error: 0, unexpected_answer: 0 }

/** What a page lists under a heading, and what exists. */
const listed = (page: string, heading: string, known: string[]): [string, string[], string[]] => {
  const documented = firsts(section(page, heading)).map((name) => name.replace(/\(.*/, ""))
  return [`${page}, ${heading}`, documented, known]
}

const [STORE_CALLS = "", VIEW_FIELDS = ""] = STORE_API.split("| field |")
const storePaths = firsts(STORE_CALLS)
  .filter(isCall)
  .map((call) => call.replace(/^\w+ /, "").replaceAll(/:(\w+)/g, "[$1]"))
const { statement: _, totals: __, ...LISTS } = FILTERS
const documentedFilters = (list: string) => {
  const [, , does = ""] = rows(ADMIN_API).find(([calls]) => words(calls)[0] === `GET /${list}`) ?? []
  return /filters `([^`]+)`/.exec(does)?.[1]?.split(", ") ?? []
}

it.each<[what: string, documented: string[], known: string[]]>([
  listed("reference.md", "## Health codes", Object.keys(HEALTH_WORDS)),
  listed("reference.md", "## Spans", [...SPANS.map((name) => `crypto_payments.${name}`), ...STORE_API_CALLS]),
  listed("reference.md", "## Calls to the service", [...WIRE_CODES, ...OF_SERVICE, "not_this_api", "http_<status>"]),
  listed("events-and-api.md", "## Events for your subscribers", Object.values(PAYMENT_EVENT_NAMES)),
  listed("events-and-api.md", "## Workflows", Object.keys(workflows)),
  listed("admin.md", "## Attention", Object.keys(ATTENTION_REASONS)),
  listed("storefront.md", "## The component", Object.keys(PROPS)),
  listed("storefront.md", "## Errors", Object.keys(CLIENT_CODES)),
  listed("store-api.md", "## Errors of the service", OF_SERVICE),
  ["reference.md, store API errors", statusesOf("## Store API errors"), statuses(REFUSALS)],
  ["reference.md, admin API errors", statusesOf("## Admin API errors"), ADMIN_ANSWERS],
  ["reference.md, webhook codes", statusesOf("## Webhook codes"), WEBHOOK_ANSWERS],
  ...Object.entries(SCHEMA_CODES).map(([heading, places]): [string, string[], string[]] => [
    `reference.md, ${heading}`,
    codesWith(heading, words),
    Object.entries(places).flatMap(([place, codes]) => codes.map((code) => `${code} ${place}`)),
  ]),
  [
    "reference.md, log lines with their level",
    logLines.flatMap(({ codes, level }) => codes.map((code) => `${code} ${level}`)),
    Object.entries(LOG_LINES).map(([code, [level]]) => `${code} ${level}`),
  ],
  [
    "events-and-api.md, fields of an event",
    words(/^Each event carries (.+?)\. A /ms.exec(EVENTS)?.[1]),
    Object.keys(paymentEventData({} as PaymentRow)),
  ],
  [
    "events-and-api.md, calls of the admin API",
    firsts(ADMIN_API).filter(isCall),
    adminRoutes().map(({ method, path }) => `${method} ${path}`),
  ],
  [
    "events-and-api.md, policies of the admin API",
    [...new Set(rows(ADMIN_API).map(([, policy = ""]) => policy))],
    policies.policies.map(({ resource, operation }) => `\`${resource}\` ${operation}`),
  ],
  ["events-and-api.md, paths of the store API", storePaths, storeRoutes],
  [
    "events-and-api.md, fields of a payment for a shopper",
    firsts(VIEW_FIELDS.split("\n\n")[0] ?? ""),
    Object.keys(aPayment()),
  ],
  ...Object.entries(LISTS).map(([list, filters]): [string, string[], string[]] => [
    `events-and-api.md, filters of the list of ${list}`,
    documentedFilters(list),
    Object.keys(filters).filter((name) => name !== "q" && name !== "order"),
  ]),
])("docs/%s: exactly what exists, each with its status, place or level", (_, documented, known) => {
  expect(known.length).toBeGreaterThan(0)
  expect(documented.sort()).toEqual(known.sort())
})

it("docs/events-and-api.md names the base of the admin API", () => {
  expect(ADMIN_API).toContain(`\`${ADMIN_BASE}\``)
})

it("docs/settings.md lists exactly the possible setup mistakes, in their order", () => {
  expect(firsts(section("settings.md", "## When the setup is wrong"))).toEqual(Object.keys(SETUP_WORDS))
})

it("docs/reference.md says what to do about every log line above the level info", () => {
  for (const { level, cells } of logLines) expect(cells).toHaveLength(level === "info" ? 1 : 2)
})

it("docs/operations.md lists only existing log lines to watch", () => {
  const watched = rows(section("operations.md", "## What to watch")).flatMap(
    ([cell]) => /^`(\w+)`/.exec(cell ?? "")?.[1] ?? [],
  )
  expect(watched.length).toBeGreaterThan(5)
  expect(watched.filter((code) => !(code in LOG_LINES))).toEqual([])
})

it("docs/admin.md has as many actions as there are", () => {
  expect([...section("admin.md", "## Attention").matchAll(/^\| \*.+\* \| /gm)]).toHaveLength(POSSIBLE_ACTIONS.length)
})

it("docs/store-api.md says what the shopper gets for each error of the service", () => {
  for (const [error, shopper] of rows(section("store-api.md", "## Errors of the service"))) {
    expect(words(shopper)[0]).toBe(meaningOf(words(error)[0] as string).shopper)
  }
})
