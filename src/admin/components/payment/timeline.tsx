import { Button, clx } from "@medusajs/ui"
import { useState } from "react"
import type { TimelineEntry } from "../../../api/admin/crypto-payments/contract"
import { cryptoText, reasonTitle, useTexts } from "../../lib/format"
import { Note } from "../common/section"
import { ExternalPaymentIds, When } from "../common/values"

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
            {...entryText(texts, entry)}
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

/**
 * Keeps the entry with more details of a payout or closing, which the server lists as a fact and as an action. Leaves
 * out the end of a quote that was paid in time.
 */
const withoutRepeats = (entries: TimelineEntry[]): TimelineEntry[] => {
  const isAction = (kind: string) => (entry: TimelineEntry) => entry.type === "action" && entry.action.kind === kind
  const closedByPerson = entries.some(isAction("closed"))
  const completed = entries.find(({ type }) => type === "completed")
  const hasPayout = entries.some(({ type }) => type === "payout")
  return entries.filter(
    (entry) =>
      !(entry.type === "quote_expires" && completed && completed.at <= entry.at) &&
      !(entry.type === "closed" && closedByPerson) &&
      !(hasPayout && isAction("payout_recorded")(entry)),
  )
}

const COLORS: Partial<Record<TimelineEntry["type"], string>> = {
  completed: "bg-ui-tag-blue-icon",
  settled: "bg-ui-tag-green-icon",
  attention: "bg-ui-tag-red-icon",
  payout: "bg-ui-tag-orange-icon",
}

type EntryProps = EntryText & { at: string; color: string; isLast: boolean }

function Entry({ at, title, detail, note, by, ids, color, isLast }: EntryProps) {
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
        {detail && (
          <p className="txt-small text-ui-fg-subtle text-pretty break-words">
            <bdi>{detail}</bdi>
          </p>
        )}
        {ids && <ExternalPaymentIds ids={ids} />}
        <Note note={note} className="txt-small text-ui-fg-subtle" />
        {by && <p className="txt-compact-xsmall text-ui-fg-subtle mt-0.5">{t("payment.by", { who: by })}</p>}
      </div>
    </li>
  )
}

/** `by`: who acted and wrote the note. `ids`: the payment's possible ids at the service. */
type EntryText = { title: string; detail?: string; note?: string | null; by?: string; ids?: string[] }

type Of<Type extends TimelineEntry["type"]> = Extract<TimelineEntry, { type: Type }>
type Texts = ReturnType<typeof useTexts>

function eventText({ t }: Texts, { kind, state, duplicates, external_payment_ids }: Of<"event">): EntryText {
  const result = t(`payment.event.state.${state}`)
  return {
    title: t("payment.timeline.event", { kind: kind ?? t("payment.timeline.unknownKind") }),
    detail: duplicates > 0 ? `${result}, ${t("payment.timeline.duplicates", { count: duplicates })}` : result,
    ids: external_payment_ids,
  }
}

function actionText({ t, nameOf }: Texts, { action: { kind, note, outcome, by } }: Of<"action">): EntryText {
  const group = kind === "settled_onto_order" ? "tried_again" : kind
  const said = (of: string) =>
    // For "closed", the outcome holds the attention reason that was closed.
    kind === "closed" || of === "unclear"
      ? reasonTitle(t, of === "unclear" ? "unknown_status" : of, "")
      : t(`payment.timeline.outcome.${group}.${of}`, { defaultValue: "" })
  const detail = outcome ? said(outcome) : ""
  return { title: t(`payment.timeline.action.${kind}`), detail, note, by: nameOf(by) }
}

function entryText(texts: Texts, entry: TimelineEntry): EntryText {
  const { t } = texts
  switch (entry.type) {
    case "superseded":
      return { title: t(`payment.timeline.superseded.${entry.why}`) }
    case "created":
    case "seen":
    case "settled":
    case "closed":
      return { title: t(`payment.timeline.${entry.type}`) }
    case "address_entered":
      return { title: t("payment.timeline.addressEntered") }
    case "unclear":
      return { title: t("payment.status.unclear") }
    case "quote_expires":
      return { title: t(`payment.timeline.${new Date(entry.at) > new Date() ? "quoteExpires" : "quoteExpired"}`) }
    case "completed":
      return { title: t("payment.timeline.completed"), detail: t(`payment.timeline.completedBy.${entry.by}`) }
    case "attention": {
      return { title: t("payment.status.attention"), detail: reasonTitle(t, entry.reason, entry.reason) }
    }
    case "event":
      return eventText(texts, entry)
    case "action":
      return actionText(texts, entry)
    case "payout": {
      const { amount, sent, note, created_by } = entry.payout
      const title = t("payment.timeline.payout", { amount: texts.fiat(amount) })
      return { title, detail: cryptoText(sent), note, by: texts.nameOf(created_by) }
    }
  }
}
