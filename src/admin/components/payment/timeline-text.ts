import type { TimelineEntry } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"

export type EntryText = {
  title: string
  detail?: string
  /** What the person wrote. */
  note?: string | null
  by?: string
  /** The payment's ids at the service. */
  ids?: string[]
}

/** An entry of the timeline in the reader's language. */
export function useTimelineText(): (entry: TimelineEntry) => EntryText {
  const { t, fiat, nameOf } = useTexts()
  const reasonTitle = (reason: string) => t(`attention.reasons.${reason}.title`, { defaultValue: reason })

  const eventText = (entry: Extract<TimelineEntry, { type: "event" }>): EntryText => {
    const state = t(`payment.event.state.${entry.state}`)
    const again = t("payment.timeline.duplicates", { count: entry.duplicates })
    return {
      title: t("payment.timeline.event", { kind: entry.kind ?? t("payment.timeline.unknownKind") }),
      detail: entry.duplicates > 0 ? `${state}, ${again}` : state,
      ids: entry.service_payment_ids,
    }
  }
  const actionText = ({ action }: Extract<TimelineEntry, { type: "action" }>): EntryText => {
    const { kind, note, outcome, by } = action
    const group = kind === "settled_onto_order" ? "tried_again" : kind
    // The outcome of closing is the reason that it ended.
    const key =
      kind === "closed" ? `attention.reasons.${outcome}.title` : `payment.timeline.outcome.${group}.${outcome}`
    const detail = outcome ? t(key, { defaultValue: "" }) : ""
    return { title: t(`payment.timeline.action.${kind}`), detail, note, by: nameOf(by) }
  }

  return (entry) => {
    switch (entry.type) {
      case "created":
      case "superseded":
      case "settled":
      case "closed":
        return { title: t(`payment.timeline.${entry.type}`) }
      case "quote_expires":
        return { title: t(`payment.timeline.${new Date(entry.at) > new Date() ? "quoteExpires" : "quoteExpired"}`) }
      case "completed":
        return { title: t("payment.timeline.completed"), detail: t(`payment.timeline.completedBy.${entry.by}`) }
      case "attention":
        return { title: t("payment.status.attention"), detail: reasonTitle(entry.reason) }
      case "event":
        return eventText(entry)
      case "action":
        return actionText(entry)
      case "refund": {
        const { amount, sent, note, created_by } = entry.refund
        const title = t("payment.timeline.payout", { amount: fiat(amount) })
        return { title, detail: `${sent.display} ${sent.asset}`, note, by: nameOf(created_by) }
      }
    }
  }
}
