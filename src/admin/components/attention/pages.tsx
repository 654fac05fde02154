import { Table } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { PAGE_SIZE } from "./use-attention-page"

type PagesProps = { count: number; offset: number; onChange: (offset: number) => void }

/** The foot of the list, as Medusa's tables have it. */
export function Pages({ count, offset, onChange }: PagesProps) {
  const { t } = useTranslation()
  const words = ["of", "results", "pages", "prev", "next"] as const
  const translations = Object.fromEntries(words.map((word) => [word, t(`general.${word}`)]))
  return (
    <Table.Pagination
      count={count}
      pageSize={PAGE_SIZE}
      pageIndex={Math.floor(offset / PAGE_SIZE)}
      pageCount={Math.ceil(count / PAGE_SIZE)}
      canPreviousPage={offset > 0}
      canNextPage={offset + PAGE_SIZE < count}
      previousPage={() => onChange(offset - PAGE_SIZE)}
      nextPage={() => onChange(offset + PAGE_SIZE)}
      translations={translations as Record<(typeof words)[number], string>}
    />
  )
}
