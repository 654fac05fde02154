import { z } from "@medusajs/framework/zod"
import { createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { stringify } from "yaml"
import { version } from "../../package.json"
import { LIST_PARAMETERS } from "../../src/api/admin/crypto-payments/list-query"
import { ADMIN_BASE } from "../../src/api/admin/crypto-payments/route-table"
import { ADMIN_OPERATIONS, type Operation, PUBLIC_OPERATIONS } from "./operations"
import { type Schema, schemasOf } from "./types-to-schemas"

export type Document = {
  paths: Record<string, Record<string, Schema>>
  components: { schemas: Record<string, Schema> }
}

const HEAD = `# Made by \`npm run openapi\` from the code's schemas and types. A test holds it to the code and to real answers.
`

const WORDS: Record<number, string> = {
  303: "Leads to the page of the payment to pay now",
  304: "Nothing changed since `If-None-Match`",
  400: "The request is wrong",
  401: "Not signed in, or a wrong signature",
  403: "Refused",
  404: "Not there",
  409: "Not possible as things are",
  413: "Too large",
  415: "The body is no JSON",
  429: "Too many; wait for `Retry-After` seconds",
  500: "An unexpected error, which is in the server's log",
  503: "Not available at the moment",
}

/** The schema of a request's part: of its input, or of its transformed value if the input can be anything. */
function schemaOf(type: z.ZodType): Schema {
  const as = (io: "input" | "output"): Schema => {
    const { $schema: _, "~standard": __, ...schema } = z.toJSONSchema(type, { io, unrepresentable: "any" }) as Schema
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
    // The format says the same and is easier to read.
    if (schema.format) delete schema.pattern
    return schema
  }
  const input = as("input")
  return Object.keys(input).length > 0 ? input : as("output")
}

export function makeDocument(): Document {
  const schemas: Record<string, Schema> = {}
  const named = schemasOf("integration-tests/openapi/answers.ts", schemas)
  const paths: Document["paths"] = {}
  const add = (key: string, base: string, operation: Operation) => {
    const [method = "", path = ""] = key.split(" ")
    const at = (base + path).replace(/:(\w+)/g, "{$1}")
    const operationId = operationIdOf(method, at)
    paths[at] = { ...paths[at], [method.toLowerCase()]: { operationId, ...operationOf(at, operation, named) } }
  }
  for (const [key, operation] of Object.entries(ADMIN_OPERATIONS)) add(key, ADMIN_BASE, operation)
  for (const [key, operation] of Object.entries(PUBLIC_OPERATIONS)) add(key, "", operation)
  return { paths, components: { schemas } }
}

/** The name of an operation in generated clients, as in Medusa's own documents: `PostAdminCryptoPaymentsRefundsId`. */
const operationIdOf = (method: string, path: string): string =>
  [method.toLowerCase(), ...path.split(/[^a-z_]+/i)]
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")

function operationOf(path: string, operation: Operation, named: (name: string) => Schema): Schema {
  const { summary, body, answer, otherwise, refusals } = operation
  const contentOf = (one: string) =>
    one.includes("/") ? { [one]: { schema: { type: "string" } } } : { "application/json": { schema: named(one) } }
  const content = { ...contentOf(answer), ...(otherwise ? contentOf(otherwise) : {}) }
  const all = [...new Set([...refusals, ...alsoAnswered(path, body !== undefined)])].sort()
  const others = all.map((status) => [
    String(status),
    { description: WORDS[status], ...headerOf(status), ...contentOfRefusal(path, status, contentOf) },
  ])
  const form = path.startsWith("/crypto-payments") ? "application/x-www-form-urlencoded" : "application/json"
  return {
    summary,
    security: securityOf(path),
    parameters: parametersOf(path, operation),
    ...(body ? { requestBody: bodyOf(form, typeof body === "string" ? named(body) : schemaOf(body)) } : {}),
    responses: { "200": { description: "Done", content }, ...Object.fromEntries(others) },
  }
}

/** A body without required fields may be omitted, except one of a named type, which describes a change. */
const bodyOf = (form: string, schema: Schema): Schema => ({
  required: schema.$ref !== undefined || schema.required !== undefined,
  content: { [form]: { schema } },
})

/** The header that says what to do next. */
const HEADERS: Record<number, [name: string, schema: Schema]> = {
  303: ["Location", { type: "string", format: "uri-reference" }],
  429: ["Retry-After", { type: "integer", minimum: 1, description: "Seconds" }],
}

function headerOf(status: number): { headers?: Schema } {
  const [name, schema] = HEADERS[status] ?? []
  return name ? { headers: { [name]: { required: true, schema } } } : {}
}

/** Statuses that Medusa itself may answer with before the plugin's route runs. */
const MEDUSAS = [400, 401, 403, 413, 415, 500]

/** Statuses of the pay page, as a page or as JSON, if it has no payment to show. */
const PAGES = [404, 429, 503]

/** Statuses of the plugin's own parser if it refuses a connection's body. */
const UNREAD_BODIES = [413, 415]

function contentOfRefusal(path: string, status: number, contentOf: (name: string) => object): object {
  if (path === "/crypto-payments/{token}" && PAGES.includes(status))
    return { content: { ...contentOf("text/html"), ...contentOf("PageRefusal") } }
  if (status < 400 || path.startsWith("/crypto-payments")) return {}
  if (path.startsWith("/hooks")) return { content: contentOf("HookRefusal") }
  if (path.startsWith(`${ADMIN_BASE}/connections`) && UNREAD_BODIES.includes(status))
    return { content: contentOf("BodyRefusal") }
  return { content: contentOf(MEDUSAS.includes(status) ? "MedusaRefusal" : "Refusal") }
}

/** Statuses of all routes of a kind: `403` for a role without permission, `413` and `415` for an unread body. */
const alsoAnswered = (path: string, takesBody: boolean): number[] => {
  if (path.startsWith("/admin")) return [401, 403, 500, 503, ...(takesBody ? [400, 413, 415] : [])]
  return path.startsWith("/store") ? [400, 500, ...(takesBody ? [413] : [])] : []
}

const securityOf = (path: string): Schema[] =>
  path.startsWith("/admin")
    ? [{ session: [] }, { secretKey: [] }]
    : path.startsWith("/store")
      ? [{ publishableKey: [] }]
      : []

function parametersOf(path: string, { filters = {}, isList, selects, headers = [] }: Operation): Schema[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: "path", required: true },
    schema: { type: "string" },
  }))
  // A filter of the same name replaces a list's parameter, as in `listQuery`.
  const query = { ...(isList ? LIST_PARAMETERS : {}), ...(isList || selects ? FIELDS : {}), ...filters }
  const inQuery = Object.entries(query).map(([name, type]) => ({
    ...{ name, in: "query", required: name === "region_id" },
    ...(name === "created_at" ? { style: "deepObject", explode: true } : {}),
    schema: schemaOf(type),
  }))
  const inHeader = headers.map((name) => ({ name, in: "header", required: false, schema: { type: "string" } }))
  return [...inPath, ...inQuery, ...inHeader]
}

const FIELDS = {
  fields: createSelectParams().shape.fields.describe("Names of the answer's fields, separated by commas"),
}

/** The text of docs/openapi.yaml. */
export function openapiText({ paths, components }: Document): string {
  const security = {
    session: { type: "http", scheme: "bearer", description: "An admin's JWT, or the cookie of a session" },
    secretKey: { type: "http", scheme: "basic", description: "A secret API key as the user, and no password" },
    publishableKey: { type: "apiKey", in: "header", name: "x-publishable-api-key" },
  }
  const document = {
    openapi: "3.1.0",
    info: {
      title: "medusa-payment-crypto",
      version,
      description: "Every route that the plugin adds to a Medusa server. docs/events-and-api.md explains them.",
    },
    paths,
    components: { securitySchemes: security, schemas: components.schemas },
  }
  return HEAD + stringify(document, { aliasDuplicateObjects: false, compat: "yaml-1.1", lineWidth: 120 })
}
