import type { SettingField } from "../../../core/connection/setting-fields"
import type { ActionRow } from "./rows"
import { newRow, Store } from "./store"

/** A setting's value before and after, as text; null: not set. Of a secret at most the last four characters. */
export type ChangedSetting = { field: SettingField; from: string | null; to: string | null }

export type NewAction = Pick<ActionRow, "kind" | "connection_id" | "actor_id"> &
  Partial<Pick<ActionRow, "payment_id" | "event_id" | "note" | "outcome">> & { changes?: ChangedSetting[] }

/** The changed settings; null for actions that change none. */
export const changesIn = ({ changes }: ActionRow): ChangedSetting[] | null =>
  changes as unknown as ChangedSetting[] | null

/** The audit log: which admin did what, and when. An entry gets its outcome later; that of a refused action is deleted. */
export class ActionStore extends Store<ActionRow> {
  protected readonly table = "crypto_action"

  async record({ changes, ...action }: NewAction, now: Date): Promise<ActionRow> {
    const [row] = await this.knex(this.table)
      .insert({ ...newRow("cact", now), ...action, changes: changes ? JSON.stringify(changes.map(storable)) : null })
      .returning("*")
    return row
  }

  /** Adds the outcome of an action that was recorded when it began. */
  async addOutcome(id: string, outcome: string): Promise<void> {
    await this.rows().where({ id }).whereNull("outcome").update({ outcome })
  }

  /** Deletes the entry of an action that was refused. */
  async remove(id: string): Promise<void> {
    await this.rows().where({ id }).whereNull("outcome").delete()
  }

  async ofPayment(paymentId: string): Promise<ActionRow[]> {
    return this.rows().where({ payment_id: paymentId }).orderBy("created_at")
  }

  /** The latest actions on a connection's settings, newest first. */
  async ofConnection(connectionId: string, limit: number): Promise<ActionRow[]> {
    return this.rows()
      .where({ connection_id: connectionId })
      .whereNull("payment_id")
      .whereNull("event_id")
      .orderBy("created_at", "desc")
      .limit(limit)
  }
}

/** PostgreSQL refuses half a surrogate pair in JSON, and reads it as U+FFFD in text. */
const storable = (change: ChangedSetting): ChangedSetting => ({
  ...change,
  from: change.from === null ? null : wellFormed(change.from),
  to: change.to === null ? null : wellFormed(change.to),
})

const wellFormed = (text: string): string => Buffer.from(text, "utf8").toString("utf8")
