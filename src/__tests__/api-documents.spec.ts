import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { ADMIN_BASE, adminRoutes } from "../../integration-tests/support/admin-routes"
import { FILTERS } from "../api/admin/crypto-payments/list-query"
import { BODY_REFUSALS } from "../api/guards/read-body"
import { POSSIBLE_ACTIONS } from "../core/payment/attention"
import { ATTENTION_REASONS } from "../core/payment/attention-reasons"
import { ADMIN_ERRORS } from "../core/text/admin-errors"
import { REFUSALS } from "../core/text/errors"
import { meaningOf, SERVICE_ERRORS } from "../core/text/service-errors"
import { ACCEPTED_EVENT_CODES, WEBHOOK_REFUSALS } from "../core/text/webhook-answers"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import policies from "../policies/crypto-payments"
import { aPayment } from "../storefront/__tests__/payment"
import type { CryptoPaymentProps } from "../storefront/crypto-payment"
import type { ClientErrorCode } from "../storefront/error"
import * as workflows from "../workflows"
import { PAYMENT_EVENT_NAMES, paymentEventData } from "../workflows/store-events/store-events"

type Refusals = Record<string, readonly [status: number, message: string]>
const statuses = (refusals: Refusals) => Object.entries(refusals).map(([code, [status]]) => [code, status])

const ADMIN_ANSWERS = [
  ...statuses(ADMIN_ERRORS),
  ...Object.values(BODY_REFUSALS).map(([status, code]) => [code, status]),
]
const WEBHOOK_ANSWERS = [...ACCEPTED_EVENT_CODES.map((code) => [code, 200]), ...statuses(WEBHOOK_REFUSALS)]

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

describe("docs/reference.md", () => {
  it.each([
    ["## Store API errors", statuses(REFUSALS)],
    ["## Admin API errors", ADMIN_ANSWERS],
    ["## Webhook codes", WEBHOOK_ANSWERS],
  ])("lists under %j exactly the codes, each with its HTTP status", (heading, known) => {
    const documented = rows(section("reference.md", heading)).flatMap(([codes, status]) =>
      words(codes).map((code) => [code, Number(status)]),
    )
    expect(documented.sort()).toEqual(known.sort())
  })

  const fields = ["problems.code", "checklist.code", "health.status", "webhook.last_refused.code"]
  it.each([
    ["## Connection codes", Object.fromEntries(fields.map((field) => [field, codesAt(`ConnectionView.${field}`)]))],
    [
      "## Action codes",
      {
        test: codesAt("TestCode"),
        check: codesAt("CheckAnswer.outcome.code"),
        settle: codesAt("SettleAnswer.outcome.code"),
        "settle-onto-order": codesAt("SettleAnswer.outcome.code"),
      },
    ],
  ])("lists under %j exactly the codes, each with its places", (heading, places) => {
    const documented = rows(section("reference.md", heading)).flatMap(([codes, where]) =>
      words(codes).flatMap((code) => words(where).map((place) => `${place} ${code}`)),
    )
    const known = Object.entries(places).flatMap(([place, codes]) => codes.map((code) => `${place} ${code}`))
    expect(documented.sort()).toEqual(known.sort())
    expect(Object.values(places).every((codes) => codes.length > 2)).toBe(true)
  })
})

describe("docs/events-and-api.md", () => {
  it("lists exactly the events for a store's subscribers", () => {
    const documented = firsts(section("events-and-api.md", "## Events for your subscribers"))
    expect(documented.sort()).toEqual(Object.values(PAYMENT_EVENT_NAMES).sort())
  })

  it("lists exactly the workflows that the package exports", () => {
    expect(firsts(section("events-and-api.md", "## Workflows")).sort()).toEqual(Object.keys(workflows).sort())
  })

  it("lists exactly the calls and the policies of the admin API", () => {
    const table = rows(section("events-and-api.md", "## Admin API"))
    const documented = table.flatMap(([calls]) => words(calls).filter((call) => /^(GET|POST) /.test(call)))
    expect(documented.sort()).toEqual(
      adminRoutes()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    )
    expect(section("events-and-api.md", "## Admin API")).toContain(`\`${ADMIN_BASE}\``)
    const named = policies.policies.map(({ resource, operation }) => `\`${resource}\` ${operation}`)
    expect([...new Set(table.map(([, policy]) => policy))].sort()).toEqual(named.sort())
  })

  it("lists exactly the filters of each list", () => {
    const table = rows(section("events-and-api.md", "## Admin API"))
    const { totals: _, ...lists } = FILTERS
    for (const [list, filters] of Object.entries(lists)) {
      const [, , does = ""] = table.find(([calls]) => words(calls)[0] === `GET /${list}`) ?? []
      const [, documented] = /filters `([^`]+)`/.exec(does) ?? []
      const known = Object.keys(filters).filter((name) => name !== "q" && name !== "order")
      expect([list, documented?.split(", ").sort()]).toEqual([list, known.sort()])
    }
  })

  it("lists exactly the fields of an event", () => {
    const [, fields = ""] =
      /^Each event carries (.+?)\. A /ms.exec(section("events-and-api.md", "## Events for your subscribers")) ?? []
    expect(words(fields).sort()).toEqual(Object.keys(paymentEventData({} as PaymentRow)).sort())
  })

  it("lists exactly the paths of the store API", () => {
    const calls = firsts(section("events-and-api.md", "## Store API")).filter((word) => /^(GET|POST) /.test(word))
    const folder = join(ROOT, "src/api/store")
    const routes = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith("route.ts"),
    )
    const paths = routes.map((path) => `/store/${path.replaceAll("\\", "/").replace("/route.ts", "")}`)
    const documented = calls.map((call) => call.replace(/^\w+ /, "").replaceAll(/:(\w+)/g, "[$1]"))
    expect(documented.sort()).toEqual(paths.sort())
  })

  it("lists exactly the fields of a payment for a shopper", () => {
    const [, table = ""] = section("events-and-api.md", "## Store API").split("| field |")
    expect(firsts(table.split("\n\n")[0] ?? "").sort()).toEqual(Object.keys(aPayment()).sort())
  })
})

describe("docs/admin.md", () => {
  it("lists exactly the reasons for attention, and as many actions as there are", () => {
    const table = section("admin.md", "## Attention")
    expect(firsts(table).sort()).toEqual(Object.keys(ATTENTION_REASONS).sort())
    expect([...table.matchAll(/^\| \*.+\* \| /gm)]).toHaveLength(POSSIBLE_ACTIONS.length)
  })
})

describe("docs/storefront.md", () => {
  it("lists exactly the props of the component", () => {
    const props: Record<keyof CryptoPaymentProps, 0> = {
      client: 0,
      token: 0,
      regionId: 0,
      labels: 0,
      locale: 0,
      networkNames: 0,
      returnUrl: 0,
      className: 0,
      onSettled: 0,
      onExpired: 0,
      onTokenChange: 0,
      onError: 0,
    }
    const documented = firsts(section("storefront.md", "## The component")).map((name) => name.replace(/\(.*/, ""))
    expect(documented.sort()).toEqual(Object.keys(props).sort())
  })

  it("lists exactly the error codes of the client", () => {
    const codes: Record<ClientErrorCode, 0> = { network_error: 0, unexpected_answer: 0 }
    expect(firsts(section("storefront.md", "## Errors")).sort()).toEqual(Object.keys(codes).sort())
  })
})

describe("docs/store-api.md", () => {
  it("lists exactly the errors of the service, each with what the shopper gets", () => {
    const table = rows(section("store-api.md", "## Errors of the service")).filter(([error]) => words(error).length > 0)
    expect(table.flatMap(([error]) => words(error)).sort()).toEqual(Object.keys(SERVICE_ERRORS).sort())
    for (const [error, shopper] of table) {
      expect(words(shopper)[0]).toBe(meaningOf(words(error)[0] as string).shopper)
    }
  })
})
