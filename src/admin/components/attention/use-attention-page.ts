import { useSearchParams } from "react-router-dom"
import { readOffset } from "../payments/list-url"

export const PAGE_SIZE = 20
export const FIELD = "created_at"
const NEWEST_FIRST = `-${FIELD}`

/** Order and page of the list, kept in the address bar. Another order begins at the first page. */
export function useAttentionPage() {
  const [params, setParams] = useSearchParams()
  const order = params.get("order") === FIELD ? FIELD : NEWEST_FIRST
  const offset = readOffset(params)
  const write = (next: { order: string; offset: number }) =>
    setParams(
      {
        ...(next.order === NEWEST_FIRST ? {} : { order: next.order }),
        ...(next.offset > 0 ? { offset: String(next.offset) } : {}),
      },
      { replace: true },
    )
  return {
    query: { limit: PAGE_SIZE, offset, order },
    setOrder: (to: string) => write({ order: to, offset: 0 }),
    setOffset: (to: number) => write({ order, offset: Math.max(0, to) }),
  }
}
