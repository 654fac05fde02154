import type { DataTableFilteringState, DataTablePaginationState, DataTableSortingState } from "@medusajs/ui"
import { useMemo } from "react"
import { useSearchParams } from "react-router-dom"
import { FILTERS, NEWEST_FIRST, PAGE_SIZE, readOffset, readValue } from "./list-url"

/** The table's search, filters, order and page, kept in the address bar. Whatever narrows the list begins at its start. */
export function useListState() {
  const [params, setParams] = useSearchParams()

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

  const filtering = useMemo(() => {
    const present = FILTERS.filter((id) => params.has(id)).map((id) => [id, readValue(params, id)])
    return Object.fromEntries(present) as DataTableFilteringState
  }, [params])

  const order = params.get("order") ?? NEWEST_FIRST
  const sorting = useMemo<DataTableSortingState>(
    () => ({ id: order.replace(/^-/, ""), desc: order.startsWith("-") }),
    [order],
  )
  const offset = readOffset(params)
  const pagination = useMemo(() => ({ pageIndex: Math.floor(offset / PAGE_SIZE), pageSize: PAGE_SIZE }), [offset])

  return {
    params,
    order,
    setOrder: (next: string) => change({ order: next === NEWEST_FIRST ? undefined : next }),
    search: { state: params.get("q") ?? "", onSearchChange: (q: string) => change({ q }) },
    filtering: {
      state: filtering,
      onFilteringChange: (state: DataTableFilteringState) => {
        const written = FILTERS.map((id) => [id, id in state ? JSON.stringify(state[id] ?? null) : undefined])
        change(Object.fromEntries(written))
      },
    },
    sorting: {
      state: sorting,
      onSortingChange: (state?: DataTableSortingState) =>
        change({ order: state && !state.desc ? state.id : undefined }),
    },
    pagination: {
      state: pagination,
      onPaginationChange: ({ pageIndex }: DataTablePaginationState) =>
        change({ offset: pageIndex > 0 ? String(pageIndex * PAGE_SIZE) : undefined }),
    },
  }
}
