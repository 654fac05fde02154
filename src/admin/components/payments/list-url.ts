import type { PaymentFilters, PaymentListQuery } from "../../../api/admin/crypto-payments/contract"

/**
 * The list's state as the address bar has it, so that a view can be shared and the way back leads to it. Filters are
 * written as Medusa's own tables write them: JSON, or plain text where a person typed it.
 */

export const PAGE_SIZE = 20
export const NEWEST_FIRST = "-created_at"
export const FILTERS = ["status", "asset", "connection_id", "test_mode", "created_at"] as const
export type FilterId = (typeof FILTERS)[number]

/** The list of one connection's payments. */
export const paymentsOfConnection = (id: string): string =>
  `/crypto-payments?connection_id=${encodeURIComponent(JSON.stringify([id]))}`

export function readValue(params: URLSearchParams, id: string): unknown {
  const raw = params.get(id)
  if (raw === null) return undefined
  try {
    const value: unknown = JSON.parse(raw)
    // Choices are strings, also those that look like something else.
    return typeof value === "object" ? value : String(value)
  } catch {
    return raw
  }
}

export const readOffset = (params: URLSearchParams): number => {
  const offset = Number(params.get("offset"))
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0
}

const choices = (params: URLSearchParams, id: FilterId): string[] | undefined => {
  const value = readValue(params, id)
  const chosen = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string" && one !== "")
  return chosen.length > 0 ? chosen : undefined
}

const moment = (value: unknown): Date | undefined => {
  const date = typeof value === "string" ? new Date(value) : undefined
  return date && !Number.isNaN(date.getTime()) ? date : undefined
}

/** The last day of a range is picked as a day and meant as a whole one. */
const endOfDay = (date: Date): string => new Date(new Date(date).setHours(23, 59, 59, 999)).toISOString()

function created(params: URLSearchParams): PaymentFilters["created_at"] {
  const value = readValue(params, "created_at")
  if (typeof value !== "object" || value === null) return undefined
  const { $gte, $lte } = value as Record<string, unknown>
  const from = moment($gte)
  const to = moment($lte)
  if (!from && !to) return undefined
  return { ...(from ? { $gte: from.toISOString() } : {}), ...(to ? { $lte: endOfDay(to) } : {}) }
}

/** What the server is asked for: filters that were opened and not yet filled are left out. */
export function readFilters(params: URLSearchParams): PaymentFilters {
  const [mode] = choices(params, "test_mode") ?? []
  const all: PaymentFilters = {
    q: params.get("q")?.trim() || undefined,
    status: choices(params, "status") as PaymentFilters["status"],
    asset: choices(params, "asset"),
    connection_id: choices(params, "connection_id"),
    test_mode: mode === "true" ? true : mode === "false" ? false : undefined,
    created_at: created(params),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

export const readListQuery = (params: URLSearchParams): PaymentListQuery => ({
  ...readFilters(params),
  limit: PAGE_SIZE,
  offset: readOffset(params),
  order: params.get("order") === "created_at" ? "created_at" : NEWEST_FIRST,
})
