import { Button, clx } from "@medusajs/ui"
import { useState } from "react"
import type { TimelineEntry } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { ServicePaymentIds } from "../common/copyable"
import { When } from "../common/when"
import { type EntryText, entryText } from "./timeline-text"

/** Entries shown at first. A list with one more is shown whole. */
const SHOWN = 6

/** What happened to a payment, newest first as in Medusa's own activity. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const texts = useTexts()
  const [isOpen, setOpen] = useState(false)
  const newestFirst = withoutRepeats(entries).reverse()
  const all = newestFirst.length
  const shown = isOpen || all <= SHOWN + 1 ? newestFirst : newestFirst.slice(0, SHOWN)
  const hidden = all - shown.length
  return (
    <div className="px-6 py-4">
      <ol className="flex flex-col">
        {shown.map((entry, index) => (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end, and none has state
            key={all - index}
            at={entry.at}
            text={entryText(texts, entry)}
            color={COLORS[entry.type] ?? "bg-ui-tag-neutral-icon"}
            isLast={index === shown.length - 1}
          />
        ))}
      </ol>
      {hidden > 0 && (
        <Button size="small" variant="transparent" className="-ms-3 mt-1" onClick={() => setOpen(true)}>
          {texts.t("payment.timeline.more", { count: hidden })}
        </Button>
      )}
    </div>
  )
}

/** The server lists a payout and a closing twice, as a fact and as an action. Keeps the entry with more details. */
const withoutRepeats = (entries: TimelineEntry[]): TimelineEntry[] => {
  const isAction = (kind: string) => (entry: TimelineEntry) => entry.type === "action" && entry.action.kind === kind
  const closedByPerson = entries.some(isAction("closed"))
  const hasPayout = entries.some(({ type }) => type === "refund")
  return entries.filter(
    (entry) => !(entry.type === "closed" && closedByPerson) && !(hasPayout && isAction("payout_recorded")(entry)),
  )
}

/** Colors for the most important entries; all others are grey. */
const COLORS: Partial<Record<TimelineEntry["type"], string>> = {
  completed: "bg-ui-tag-blue-icon",
  settled: "bg-ui-tag-green-icon",
  attention: "bg-ui-tag-red-icon",
  refund: "bg-ui-tag-orange-icon",
}

type EntryProps = { at: string; text: EntryText; color: string; isLast: boolean }

function Entry({ at, text: { title, detail, note, by, ids }, color, isLast }: EntryProps) {
  const { t } = useTexts()
  return (
    <li className="grid grid-cols-[20px_1fr] gap-x-2">
      <div className="flex flex-col items-center" aria-hidden="true">
        <div className="flex h-5 shrink-0 items-center">
          <div className={clx("h-2 w-2 rounded-full", color)} />
        </div>
        {!isLast && <div className="bg-ui-border-base w-px flex-1" />}
      </div>
      <div className={clx("flex min-w-0 flex-col", { "pb-4": !isLast })}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="txt-compact-small-plus text-ui-fg-base min-w-0 break-words leading-5">{title}</span>
          <span className="txt-compact-xsmall text-ui-fg-subtle">
            <When at={at} />
          </span>
        </div>
        {detail && <p className="txt-small text-ui-fg-subtle text-pretty break-words">{detail}</p>}
        {ids && <ServicePaymentIds ids={ids} />}
        <Note note={note} className="txt-small text-ui-fg-subtle" />
        {by && <p className="txt-compact-xsmall text-ui-fg-subtle mt-0.5">{t("payment.by", { who: by })}</p>}
      </div>
    </li>
  )
}
