import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ADMIN_BASE, adminRoutes } from "../../integration-tests/support/admin-routes"
import { PAGES, withCodes } from "../../integration-tests/support/generated-pages"
import { FILTERS } from "../api/admin/crypto-payments/list-query"
import { SETUP_WORDS } from "../core/connection/setup"
import { ATTENTION_REASONS, POSSIBLE_ACTIONS } from "../core/payment/attention-reasons"
import { LOG_LINES } from "../core/text/log-lines"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import policies from "../policies/crypto-payments"
import { meaningOf, SERVICE_ERRORS } from "../store-api/outcome"
import { aPayment } from "../storefront/__tests__/payment"
import type { ClientErrorCode } from "../storefront/client"
import type { CryptoPaymentProps } from "../storefront/crypto-payment"
import * as workflows from "../workflows"
import { PAYMENT_EVENT_NAMES, paymentEventData } from "../workflows/store-events/store-events"

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

const EVENTS = section("events-and-api.md", "## Events for your subscribers")
const ADMIN_API = section("events-and-api.md", "## Admin API")
const STOREFRONT_API = section("events-and-api.md", "## Storefront API")
const isCall = (word: string) => /^(GET|POST) /.test(word)

const storeRoutes = readdirSync(join(ROOT, "src/api/store"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("route.ts"))
  .map((path) => `/store/${path.replaceAll("\\", "/").replace("/route.ts", "")}`)

const PROPS: Record<keyof CryptoPaymentProps, 0> = {
  ...{ client: 0, token: 0, regionId: 0, labels: 0, locale: 0, networkNames: 0, returnUrl: 0, className: 0 },
  ...{ onSettled: 0, onExpired: 0, onTokenChange: 0, onError: 0 },
}
const OF_SERVICE = Object.keys(SERVICE_ERRORS)
const CLIENT_CODES: Record<ClientErrorCode, 0> = { network_error: 0, unexpected_answer: 0 }

/** What a page lists under a heading, and what exists. */
const listed = (page: string, heading: string, known: string[]): [string, string[], string[]] => {
  const documented = firsts(section(page, heading)).map((name) => name.replace(/\(.*/, ""))
  return [`${page}, ${heading}`, documented, known]
}

const [STORE_CALLS = "", VIEW_FIELDS = ""] = STOREFRONT_API.split("| field |")
const storePaths = firsts(STORE_CALLS)
  .filter(isCall)
  .map((call) => call.replace(/^\w+ /, "").replaceAll(/:(\w+)/g, "[$1]"))
const viewFields = firsts(VIEW_FIELDS.split("\n\n")[0] ?? "")
const eventFields = words(/^Each event carries (.+?)\. A /ms.exec(EVENTS)?.[1])
const adminCalls = adminRoutes().map(({ method, path }) => `${method} ${path}`)
const documentedPolicies = [...new Set(rows(ADMIN_API).map(([, policy = ""]) => policy))]
const knownPolicies = policies.policies.map(({ resource, operation }) => `\`${resource}\` ${operation}`)
const { statement: _, totals: __, ...LISTS } = FILTERS
const documentedFilters = (list: string) => {
  const [, , does = ""] = rows(ADMIN_API).find(([calls]) => words(calls)[0] === `GET /${list}`) ?? []
  return /filters `([^`]+)`/.exec(does)?.[1]?.split(", ") ?? []
}

it.each<[what: string, documented: string[], known: string[]]>([
  listed("events-and-api.md", "## Events for your subscribers", Object.values(PAYMENT_EVENT_NAMES)),
  listed("events-and-api.md", "## Workflows", Object.keys(workflows)),
  listed("admin.md", "## Attention", Object.keys(ATTENTION_REASONS)),
  listed("storefront.md", "## The component", Object.keys(PROPS)),
  listed("storefront.md", "## Errors", Object.keys(CLIENT_CODES)),
  listed("store-api.md", "## Errors of the service", OF_SERVICE),
  ["events-and-api.md, fields of an event", eventFields, Object.keys(paymentEventData({} as PaymentRow))],
  ["events-and-api.md, calls of the admin API", firsts(ADMIN_API).filter(isCall), adminCalls],
  ["events-and-api.md, policies of the admin API", documentedPolicies, knownPolicies],
  ["events-and-api.md, paths of the storefront API", storePaths, storeRoutes],
  ["events-and-api.md, fields of a payment for a shopper", viewFields, Object.keys(aPayment())],
  ...Object.entries(LISTS).map(([list, filters]): [string, string[], string[]] => [
    `events-and-api.md, filters of the list of ${list}`,
    documentedFilters(list),
    Object.keys(filters).filter((name) => name !== "q" && name !== "order"),
  ]),
])("docs/%s: exactly what exists", (_, documented, known) => {
  expect(known.length).toBeGreaterThan(0)
  expect(documented.sort()).toEqual(known.sort())
})

it("docs/events-and-api.md names the base of the admin API", () => {
  expect(ADMIN_API).toContain(`\`${ADMIN_BASE}\``)
})

it("docs/settings.md lists exactly the possible setup mistakes, in their order", () => {
  expect(firsts(section("settings.md", "## When the setup is wrong"))).toEqual(Object.keys(SETUP_WORDS))
})

it.each(Object.entries(PAGES))("docs/%s has the tables of the code: `npm run docs` writes them again", (name, made) => {
  expect(made(read(name))).toBe(read(name))
})

it("docs/reference.md gets an empty cell for a new code, and a person fills it in", () => {
  const page = read("reference.md")
  expect(page).not.toMatch(/\| +\|/)
  const former = withCodes(page.replace("`order_canceled`, `already_paid` | 409", "`order_canceled`, `gone` | 404"))
  expect(former).toContain("| `order_canceled` | 409 | nothing is left to pay |\n")
  expect(former).toContain("| `already_paid` | 409 |  |\n")
  expect(former).not.toContain("`gone`")
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
  for (const [error, shopper] of rows(section("store-api.md", "## Errors of the service")))
    expect(words(shopper)[0]).toBe(meaningOf(words(error)[0] as string).shopper)
})
