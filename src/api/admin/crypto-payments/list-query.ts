import {
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { LISTED_STATES } from "../../../core/payment/lifecycle"
import { type Days, type TotalsRange, totalsRange } from "../../../core/payment/reports"
import { adminError, type Result } from "../../../core/text/admin-errors"
import { paymentSearch, waitingOrders } from "../../../medusa/orders"
import { WEBHOOK_EVENT_STATES } from "../../../modules/crypto-payments/models/webhook-event"
import type { PaymentSelection } from "../../../modules/crypto-payments/stores/lists"
import type { Moments, Page } from "../../../modules/crypto-payments/stores/paging"
import { contextOf } from "../../../workflows/context"

export type Middlewares = NonNullable<MiddlewareRoute["middlewares"]>

/** `status=settled`, `status[]=settled&status[]=expired` or `status=settled,expired`. */
const oneOrMore = <T extends z.ZodType>(value: T) =>
  z.preprocess((given) => (typeof given === "string" ? given.split(",") : given), z.array(value).min(1).max(100))

const texts = oneOrMore(z.string().min(1).max(255))

const yesOrNo = z.enum(["true", "false"]).transform((word) => word === "true")

/** Only years of four digits, because PostgreSQL supports fewer years than JavaScript. */
const isMoment = (given: string): boolean => {
  const year = new Date(given).getUTCFullYear()
  return year >= 0 && year <= 9999
}

const moment = z
  .string()
  .refine(isMoment, "not a date")
  .transform((given) => new Date(given))

const moments = z.strictObject({ $gt: moment, $gte: moment, $lt: moment, $lte: moment }).partial()

const searchText = z
  .string()
  .trim()
  .max(255)
  // PostgreSQL's text cannot store NUL.
  .refine((given) => !given.includes("\0"), "not a text")

/** What every list takes; a list's own filter of the same name replaces it. */
export const LIST_PARAMETERS = {
  limit: z.coerce.number().int().min(0).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  order: z.enum(["created_at", "-created_at"]).default("-created_at"),
}

/** Validates a list's query by Medusa's conventions. `fields`: names in the list's view that the request may select. */
export const listQuery = (filters: z.ZodRawShape, fields: readonly string[]): Middlewares => {
  const schema = createSelectParams().extend({ ...LIST_PARAMETERS, ...filters })
  return [validateAndTransformQuery(schema, { isList: true, defaults: [...fields] }), onlyFields(fields)]
}

export const detailQuery = (fields: readonly string[]): Middlewares => [
  validateAndTransformQuery(createSelectParams(), { isList: false, defaults: [...fields] }),
  onlyFields(fields),
]

const onlyFields =
  (known: readonly string[]) =>
  (req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void => {
    // A star means all fields, like in Medusa's own lists. Medusa's query config writes it as ".*".
    const asked = [...new Set(req.queryConfig.fields.flatMap((field) => (field === ".*" ? known : field)))]
    req.queryConfig.fields = asked
    // Medusa adds the id, which not every view has.
    const unknown = asked.filter((field) => field !== "id" && !known.includes(field))
    if (unknown.length === 0) next()
    else next(new MedusaError(MedusaError.Types.INVALID_DATA, `Unknown fields: ${unknown.join(", ")}`))
  }

export function pageAskedFor(req: MedusaRequest): Page {
  const { limit, offset, order } = req.validatedQuery as { limit: number; offset: number; order: string }
  return { limit, offset, oldestFirst: order === "created_at" }
}

/** The requested fields of a view, after `listQuery` or `detailQuery`. The id is always included. */
export const pick = <T extends object>(view: T, { queryConfig }: MedusaRequest): T =>
  Object.fromEntries(Object.entries(view).filter(([name]) => queryConfig.fields.includes(name))) as T

const PAYMENT_FILTERS = {
  q: searchText.optional(),
  status: oneOrMore(z.enum(LISTED_STATES)).optional(),
  asset: texts.optional(),
  connection_id: texts.optional(),
  test_mode: yesOrNo.optional(),
  order_id: texts.optional(),
  order_waits: z.literal("true").optional(),
  currency: texts.optional(),
  created_at: moments.optional(),
  completed_at: moments.optional(),
  paid_out_at: moments.optional(),
}

/** Days in UTC, both included, which count as in the totals: payments by completion, payouts by when they were recorded. */
const DAYS = { from: z.iso.date().optional(), to: z.iso.date().optional() }

export const FILTERS = {
  payments: PAYMENT_FILTERS,
  export: { ...PAYMENT_FILTERS, ...DAYS },
  events: {
    connection_id: texts.optional(),
    state: oneOrMore(z.enum(WEBHOOK_EVENT_STATES)).optional(),
    payment_id: texts.optional(),
  },
  payouts: { q: searchText.optional(), payment_id: texts.optional(), connection_id: texts.optional(), ...DAYS },
  attention: { q: searchText.optional(), connection_id: texts.optional() },
  totals: { ...DAYS, connection_id: texts.optional(), format: z.enum(["json", "csv"]).optional() },
  statement: { ...DAYS, connection_id: texts.optional() },
  connections: { order: z.enum(["id", "-id"]).default("id"), q: searchText.optional(), id: texts.optional() },
}

type Filters = Omit<PaymentSelection, "search" | "shownOfOrders"> & Partial<Days> & { q?: string; order_waits?: "true" }

export async function paymentSelection(req: MedusaRequest): Promise<PaymentSelection> {
  const { q, order_waits, from: _from, to: _to, ...filters } = req.filterableFields as Filters
  const { container, store } = contextOf(req.scope)
  return {
    ...filters,
    ...(q ? { search: await paymentSearch(container, q) } : {}),
    // The orders that health counts.
    ...(order_waits ? { shownOfOrders: (await waitingOrders(container, await store.health.waitingOrders())).ids } : {}),
  }
}

export function daysAskedFor(req: MedusaRequest, now: Date): Result<{ range?: TotalsRange }> {
  const days = req.filterableFields as Partial<Days>
  if (days.from === undefined && days.to === undefined) return { ok: true }
  const range = totalsRange(days, now)
  return range ? { ok: true, range } : adminError("range_invalid")
}

export const momentsOf = ({ since, until }: TotalsRange): Moments => ({ $gte: since, $lt: until })
