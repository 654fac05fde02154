import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import Ajv2020 from "ajv/dist/2020"
import { parse } from "yaml"
import type { Schema } from "./types-to-schemas"

type Content = Record<string, { schema: Schema }>
type Operations = Record<string, { responses: Record<string, { content?: Content }> }>
type Document = { paths: Record<string, Operations>; components: object }

/** Allows each object only its own properties, so that an undocumented field of an answer is found. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, closed(one)])
  const schema = Object.fromEntries(entries) as Schema
  return schema.type === "object" && typeof schema.properties === "object"
    ? { additionalProperties: false, ...schema }
    : schema
}

function readDocument() {
  const text = readFileSync(resolve(__dirname, "../../docs/openapi.yaml"), "utf8")
  const { paths, components } = parse(text) as Document
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema(closed({ components }) as Schema, "api")
  const templates = Object.entries(paths)
    // A path without parameters comes first, because `wallet` in `/crypto-payments/wallet` is not a token.
    .sort(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")))
    .map(([path, operations]) => ({ path: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`), operations }))
  return { ajv, templates }
}

let document: ReturnType<typeof readDocument> | undefined

/**
 * Compares an answer's status and JSON with docs/openapi.yaml.
 * @returns the differences; none for a route of another package
 */
export function undocumented(method: string, url: string, status: number, body: unknown): string[] {
  const [path = "", query = ""] = url.split("?")
  if (!path.includes("crypto-payments")) return []
  document ??= readDocument()
  const found = document.templates.find((one) => one.path.test(path))
  const operation = found?.operations[method.toLowerCase()]
  if (!operation) return []
  const response = operation.responses[String(status)]
  if (!response) return [`${method} ${path} answers ${status}, which docs/openapi.yaml does not name`]
  const ref = response.content?.["application/json"]?.schema.$ref
  const validate = typeof ref === "string" && typeof body === "object" && document.ajv.getSchema(`api${ref}`)
  if (!validate || validate(body)) return []
  // A request with `fields` gets only those.
  const isPart = new URLSearchParams(query).has("fields")
  return (validate.errors ?? [])
    .filter(({ keyword }) => !isPart || !["required", "anyOf"].includes(keyword))
    .map(({ instancePath, message, params }) =>
      [method, path, status, instancePath, message, JSON.stringify(params)].join(" "),
    )
}
