import type { ActionRow } from "../../../../modules/crypto-payments/stores/rows"
import type { ActionView, Actor } from "../contract"
import { iso } from "./money"

export const actionView = (row: ActionRow, actorOf: (id: string) => Actor): ActionView => ({
  id: row.id,
  kind: row.kind,
  at: iso(row.created_at),
  by: actorOf(row.actor_id),
  note: row.note,
  outcome: row.outcome,
})
