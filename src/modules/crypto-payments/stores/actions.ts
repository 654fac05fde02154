import { randomUUID } from "node:crypto"
import type { ActionRow, Knex } from "./rows"

const TABLE = "crypto_action"

export type NewAction = Pick<ActionRow, "kind" | "connection_id" | "actor_id"> &
  Partial<Pick<ActionRow, "payment_id" | "event_id" | "note" | "outcome">>

/** What admins did, with who and when. Nothing here is ever changed, but what came of an act is added. */
export class ActionStore {
  constructor(private readonly knex: Knex) {}

  async record(action: NewAction, now: Date): Promise<ActionRow> {
    const [row] = await this.knex(TABLE)
      .insert({ id: `cact_${randomUUID().replaceAll("-", "")}`, created_at: now, updated_at: now, ...action })
      .returning("*")
    return row
  }

  /** Adds what came of an act that was kept when it began. */
  async cameOf(id: string, outcome: string): Promise<void> {
    await this.knex(TABLE).whereNull("deleted_at").where({ id }).whereNull("outcome").update({ outcome })
  }

  /** Takes away an act that was refused on the way, so that nothing came of it. */
  async takeBack(id: string): Promise<void> {
    await this.knex(TABLE).whereNull("deleted_at").where({ id }).whereNull("outcome").delete()
  }

  async ofPayment(paymentId: string): Promise<ActionRow[]> {
    return this.knex(TABLE).whereNull("deleted_at").where({ payment_id: paymentId }).orderBy("created_at")
  }

  /** The latest acts on a connection's settings, newest first. */
  async ofConnection(connectionId: string, limit: number): Promise<ActionRow[]> {
    return this.knex(TABLE)
      .whereNull("deleted_at")
      .where({ connection_id: connectionId })
      .whereNull("payment_id")
      .whereNull("event_id")
      .orderBy("created_at", "desc")
      .limit(limit)
  }
}
