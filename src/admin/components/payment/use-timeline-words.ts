import { useTranslation } from "react-i18next"
import type { TimelineEntry } from "../../../api/admin/crypto-payments/contract"
import { useFiat } from "../common/use-fiat"
import { useActorName } from "./use-actor-name"

export type EntryWords = {
  title: string
  /** What came of it. */
  detail?: string
  /** What the person wrote. */
  note?: string | null
  by?: string
  /** The payment as the service names it. */
  ids?: string[]
}

/** An entry of the timeline in words. */
export function useTimelineWords(): (entry: TimelineEntry) => EntryWords {
  const { t } = useTranslation("cryptoPayments")
  const fiat = useFiat()
  const actorName = useActorName()

  return (entry) => {
    switch (entry.type) {
      case "created":
      case "superseded":
      case "settled":
      case "closed":
        return { title: t(`payment.timeline.${entry.type}`) }
      case "quote_expires":
        return {
          title: t(`payment.timeline.${new Date(entry.at) > new Date() ? "quoteExpires" : "quoteExpired"}`),
        }
      case "completed":
        return { title: t("payment.timeline.completed"), detail: t(`payment.timeline.completedBy.${entry.by}`) }
      case "attention":
        return {
          title: t("payment.status.attention"),
          detail: t(`attention.reasons.${entry.reason}.title`, { defaultValue: entry.reason }),
        }
      case "event": {
        const state = t(`payment.event.state.${entry.state}`)
        const again = t("payment.timeline.duplicates", { count: entry.duplicates })
        return {
          title: t("payment.timeline.event", { kind: entry.kind ?? t("payment.timeline.unknownKind") }),
          detail: entry.duplicates > 0 ? `${state}, ${again}` : state,
          ids: entry.service_payment_ids,
        }
      }
      case "action": {
        const { kind, note, outcome, by } = entry.action
        // Closing keeps the reason that it put an end to.
        const key =
          kind === "closed" ? `attention.reasons.${outcome}.title` : `payment.timeline.outcome.${kind}.${outcome}`
        const detail = outcome ? t(key, { defaultValue: "" }) : ""
        return { title: t(`payment.timeline.action.${kind}`), detail, note, by: actorName(by) }
      }
      case "refund": {
        const { amount, sent, note, created_by } = entry.refund
        return {
          title: t("payment.timeline.refund", { amount: fiat(amount) }),
          detail: `${sent.display} ${sent.asset}`,
          note,
          by: actorName(created_by),
        }
      }
    }
  }
}
