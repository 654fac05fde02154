import { z } from "zod"
import { ASSETS, EVM_CHAINS } from "../../core/assets/registry"
import { SandboxError } from "../sandbox-error"
import { type Call, parseJson } from "./call"

/** Forms send text where JSON has numbers and booleans; both are taken. */
const count = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.number().int().min(0))
const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])

export const payInput = z.object({ confirmations: count.optional(), complete: flag.optional() })

export const confirmInput = z.object({ confirmations: count.optional() })

export const deliverInput = z.object({
  times: count.optional(),
  delayMs: count.optional(),
  timestamp: count.optional(),
  secret: z.string().optional(),
  body: z.unknown().optional(),
  unsigned: flag.optional(),
  endpoint: z.string().optional(),
})

export const endpointInput = z.object({
  url: z.string(),
  secret: z.string().min(1).optional(),
  events: z.array(z.string()).optional(),
})

export const rotateInput = z.object({ secret: z.string().min(1).optional() })

export const settingsInput = z.object({
  storeEnabled: flag.optional(),
  delivering: flag.optional(),
  perMinuteCap: count.optional(),
  wallet: z
    .object({
      asset: z.enum(ASSETS),
      chain: z.enum(EVM_CHAINS).nullable().default(null),
      available: flag,
    })
    .optional(),
})

export const faultInput = z.object({
  on: z.enum(["create", "lookup"]).optional(),
  delayMs: count.optional(),
  status: count.pipe(z.number().min(200).max(599)).optional(),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  hangUp: flag.optional(),
  times: count.optional(),
})

export const isForm = (call: Call): boolean =>
  (call.header("content-type") ?? "").toLowerCase().startsWith("application/x-www-form-urlencoded")

/** A form's fields as an object: empty ones are left out, and `wallet.asset` is a field of `wallet`. */
function readForm(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const groups = new Map<string, Record<string, string>>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === "") continue
    const [group = "", field] = name.split(".", 2)
    if (field === undefined) fields[name] = value
    else groups.set(group, { ...groups.get(group), [field]: value })
  }
  return { ...fields, ...Object.fromEntries(groups) }
}

/** The body of a control as `schema` wants it; no body is an empty object. Throws `invalid_request`. */
export function readInput<T extends z.ZodType>(schema: T, call: Call): z.output<T> {
  const input = isForm(call) ? readForm(call.body) : call.body === "" ? {} : parseJson(call.body)
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new SandboxError(400, "invalid_request", `${issue?.path.join(".") || "body"}: ${issue?.message}`)
}
