import type { TimelineEntry } from "../../../api/admin/crypto-payments/contract"
import type { useTexts } from "../../lib/format"

export type EntryText = {
  title: string
  detail?: string
  /** The note of the person who acted. */
  note?: string | null
  by?: string
  /** The payment's ids at the service. */
  ids?: string[]
}

type Of<Type extends TimelineEntry["type"]> = Extract<TimelineEntry, { type: Type }>
type Texts = ReturnType<typeof useTexts>

function eventText({ t }: Texts, { kind, state, duplicates, service_payment_ids }: Of<"event">): EntryText {
  const result = t(`payment.event.state.${state}`)
  return {
    title: t("payment.timeline.event", { kind: kind ?? t("payment.timeline.unknownKind") }),
    detail: duplicates > 0 ? `${result}, ${t("payment.timeline.duplicates", { count: duplicates })}` : result,
    ids: service_payment_ids,
  }
}

function actionText({ t, nameOf }: Texts, { action: { kind, note, outcome, by } }: Of<"action">): EntryText {
  const group = kind === "settled_onto_order" ? "tried_again" : kind
  // For "closed", the outcome holds the attention reason that was closed.
  const key = kind === "closed" ? `attention.reasons.${outcome}.title` : `payment.timeline.outcome.${group}.${outcome}`
  const detail = outcome ? t(key, { defaultValue: "" }) : ""
  return { title: t(`payment.timeline.action.${kind}`), detail, note, by: nameOf(by) }
}

function payoutText(
  { t, fiat, nameOf }: Texts,
  { refund: { amount, sent, note, created_by } }: Of<"refund">,
): EntryText {
  const title = t("payment.timeline.payout", { amount: fiat(amount) })
  return { title, detail: `${sent.display} ${sent.asset}`, note, by: nameOf(created_by) }
}

/** An entry of the timeline in the reader's language. */
export function entryText(texts: Texts, entry: TimelineEntry): EntryText {
  const { t } = texts
  switch (entry.type) {
    case "superseded":
      return { title: t(`payment.timeline.superseded.${entry.why}`) }
    case "created":
    case "seen":
    case "settled":
    case "closed":
      return { title: t(`payment.timeline.${entry.type}`) }
    case "quote_expires":
      return { title: t(`payment.timeline.${new Date(entry.at) > new Date() ? "quoteExpires" : "quoteExpired"}`) }
    case "completed":
      return { title: t("payment.timeline.completed"), detail: t(`payment.timeline.completedBy.${entry.by}`) }
    case "attention": {
      const detail = t(`attention.reasons.${entry.reason}.title`, { defaultValue: entry.reason })
      return { title: t("payment.status.attention"), detail }
    }
    case "event":
      return eventText(texts, entry)
    case "action":
      return actionText(texts, entry)
    case "refund":
      return payoutText(texts, entry)
  }
}
