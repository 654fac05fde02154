import type { DataTableFilteringState, DataTablePaginationState, DataTableSortingState } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import type { PaymentFilters, PaymentListQuery } from "../../../api/admin/crypto-payments/contract"
import type { Days } from "../../../core/payment/reports"

export const PAGE_SIZE = 20
const NEWEST_FIRST = "-created_at"
const DATES = ["created_at", "completed_at", "paid_out_at"] as const
const FILTER_IDS = ["status", "asset", "currency", "connection_id", "test_mode", "order_waits", ...DATES] as const
const TAKES_SEVERAL: readonly string[] = ["status", "asset", "currency", "connection_id"]

/** The path of the list with these filters, as the address bar holds them. */
export function paymentsWith(filters: Record<string, unknown>): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  return `/crypto-payments?${given.map(([id, value]) => `${id}=${encodeURIComponent(JSON.stringify(value))}`).join("&")}`
}

export const paymentsOfConnection = (id: string): string => paymentsWith({ connection_id: [id] })

/** The part of a month, "2026-03", that lies between two days in UTC, both included, as a filter of moments. */
export function momentsOfMonth(month: string, { from, to }: Days): { $gte: string; $lte: string } {
  const [first, last] = [new Date(`${month}-01`), new Date(`${month}-01`)]
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  const [start, end] = [first, last].map((day) => day.toISOString().slice(0, 10)) as [string, string]
  return { $gte: `${from > start ? from : start}T00:00:00.000Z`, $lte: `${to < end ? to : end}T23:59:59.999Z` }
}

/** A value is JSON, as in the address of Medusa's own tables, or plain text if a person typed it. */
function readValue(params: URLSearchParams, id: string): unknown {
  const raw = params.get(id)
  if (raw === null) return undefined
  try {
    const value: unknown = JSON.parse(raw)
    // A filter's value is a string, even if it looks like a number.
    return typeof value === "object" ? value : String(value)
  } catch {
    return raw
  }
}

export function readPage(params: URLSearchParams) {
  const offset = Number(params.get("offset"))
  return {
    limit: PAGE_SIZE,
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
    order: params.get("order") === "created_at" ? "created_at" : NEWEST_FIRST,
  }
}

const chosenOf = (params: URLSearchParams, id: string): string[] =>
  [readValue(params, id)].flat().filter((one): one is string => typeof one === "string" && one !== "")

/** The filters for Medusa's table. Multiple-choice filters are lists, even if a person typed a single value. */
export const tableFilters = (params: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    FILTER_IDS.filter((id) => params.get(id)).map((id) => [
      id,
      TAKES_SEVERAL.includes(id) ? chosenOf(params, id) : readValue(params, id),
    ]),
  )

const dateOf = (value: unknown): Date | undefined => {
  const date = typeof value === "string" ? new Date(value) : undefined
  return date && !Number.isNaN(date.getTime()) ? date : undefined
}

/** The last day of a range counts as a whole day. A moment that ends a day in UTC is of the totals, and stays. */
const endOfDay = (date: Date): string =>
  date.getUTCMilliseconds() === 999
    ? date.toISOString()
    : new Date(new Date(date).setHours(23, 59, 59, 999)).toISOString()

function momentsIn(params: URLSearchParams, id: (typeof DATES)[number]): PaymentFilters["created_at"] {
  const { $gte, $lte } = (readValue(params, id) ?? {}) as Record<string, unknown>
  const from = dateOf($gte)
  const to = dateOf($lte)
  if (!from && !to) return undefined
  return { ...(from ? { $gte: from.toISOString() } : {}), ...(to ? { $lte: endOfDay(to) } : {}) }
}

export function readFilters(params: URLSearchParams): PaymentFilters {
  const [mode] = chosenOf(params, "test_mode")
  const all: PaymentFilters = {
    q: params.get("q")?.trim() || undefined,
    status: chosenOf(params, "status") as PaymentFilters["status"],
    asset: chosenOf(params, "asset"),
    currency: chosenOf(params, "currency"),
    connection_id: chosenOf(params, "connection_id"),
    test_mode: mode === "true" ? true : mode === "false" ? false : undefined,
    order_waits: chosenOf(params, "order_waits")[0] === "true" ? "true" : undefined,
    ...Object.fromEntries(DATES.map((id) => [id, momentsIn(params, id)])),
  }
  const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(all).filter(([, value]) => isGiven(value)))
}

export const readListQuery = (params: URLSearchParams): PaymentListQuery => ({
  ...readFilters(params),
  ...readPage(params),
})

/** A list's sort order, page and filters, kept in the address bar. Any other change goes to the first page. */
export function useListState() {
  const [params, setParams] = useSearchParams()
  const { offset, order } = readPage(params)
  const change = (entries: Record<string, string | undefined>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete("offset")
        for (const [key, value] of Object.entries(entries)) {
          if (value) next.set(key, value)
          else next.delete(key)
        }
        return next
      },
      { replace: true },
    )
  return {
    params,
    order,
    offset,
    change,
    setOrder: (next: string) => change({ order: next === NEWEST_FIRST ? undefined : next }),
    setOffset: (next: number) => change({ offset: next > 0 ? String(next) : undefined }),
  }
}

export function useTableState({ params, order, offset, change, setOrder, setOffset }: ReturnType<typeof useListState>) {
  const filtering = useMemo(() => tableFilters(params) as DataTableFilteringState, [params])
  const sorting = useMemo<DataTableSortingState>(() => ({ id: "created_at", desc: order === NEWEST_FIRST }), [order])
  const pagination = useMemo(() => ({ pageIndex: Math.floor(offset / PAGE_SIZE), pageSize: PAGE_SIZE }), [offset])
  return {
    search: { state: params.get("q") ?? "", onSearchChange: (q: string) => change({ q }) },
    filtering: {
      state: filtering,
      onFilteringChange: (state: DataTableFilteringState) => {
        const written = FILTER_IDS.map((id) => [id, id in state ? JSON.stringify(state[id] ?? null) : undefined])
        change(Object.fromEntries(written))
      },
    },
    sorting: {
      state: sorting,
      onSortingChange: (state?: DataTableSortingState) => setOrder(state && !state.desc ? state.id : NEWEST_FIRST),
    },
    pagination: {
      state: pagination,
      onPaginationChange: ({ pageIndex }: DataTablePaginationState) => setOffset(pageIndex * PAGE_SIZE),
    },
  }
}

/** Medusa's own texts for the pages of a list, in every language. */
export function usePaginationTexts() {
  const { t } = useTranslation()
  return {
    of: t("general.of"),
    results: t("general.results"),
    pages: t("general.pages"),
    prev: t("general.prev"),
    next: t("general.next"),
  }
}
