import Ajv2020 from "ajv/dist/2020"
import { type Document, makeDocument } from "./document"
import type { Schema } from "./types-to-schemas"

/** Every object takes its own properties only: an answer with a field that no document names is found. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, closed(one)])
  const schema = Object.fromEntries(entries) as Schema
  return schema.type === "object" && typeof schema.properties === "object"
    ? { additionalProperties: false, ...schema }
    : schema
}

/** @returns what is wrong with a JSON answer of an operation, such as `get /admin/crypto-payments/payments/{id}` */
export function createValidator(document: Document = makeDocument()): (operation: string, answer: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema(closed({ components: document.components }) as Schema, "api")
  return (operation, answer) => {
    const [method = "", path = ""] = operation.split(" ")
    const responses = document.paths[path]?.[method]?.responses as
      | Record<string, { content: Record<string, { schema: { $ref: string } }> }>
      | undefined
    const ref = responses?.["200"]?.content["application/json"]?.schema.$ref
    if (!ref) throw new Error(`${operation} has no JSON answer`)
    const validate = ajv.compile({ $ref: `api${ref}` })
    validate(answer)
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [operation, instancePath, message, JSON.stringify(params)].join(" "),
    )
  }
}
