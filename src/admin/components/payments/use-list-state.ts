import type { DataTableFilteringState, DataTablePaginationState, DataTableSortingState } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import { FILTER_IDS, NEWEST_FIRST, PAGE_SIZE, readPage, tableFilters } from "./list-url"

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
