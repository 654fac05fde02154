import { countOf, type Page, pageOf } from "./page"
import type { Knex, WebhookEventRow } from "./rows"

const TABLE = "crypto_webhook_event"

export type EventSelection = { connection_id?: string[]; state?: string[]; payment_id?: string[] }

/** Stored events as people read them. */
export class EventLists {
  constructor(private readonly knex: Knex) {}

  #rows() {
    return this.knex(TABLE).whereNull("deleted_at")
  }

  #selected(selection: EventSelection) {
    return this.#rows().modify((query: ReturnType<Knex>) => {
      for (const [column, wanted] of Object.entries(selection)) if (wanted) query.whereIn(column, wanted)
    })
  }

  async page(selection: EventSelection, page: Page): Promise<WebhookEventRow[]> {
    return pageOf(this.#selected(selection), page)
  }

  async count(selection: EventSelection): Promise<number> {
    return countOf(this.#selected(selection))
  }

  async byId(id: string): Promise<WebhookEventRow | undefined> {
    return this.#rows().where({ id }).first()
  }

  async byIds(ids: readonly string[]): Promise<WebhookEventRow[]> {
    return ids.length === 0 ? [] : this.#rows().whereIn("id", ids)
  }

  async ofPayment(paymentId: string): Promise<WebhookEventRow[]> {
    return this.#rows().where({ payment_id: paymentId }).orderBy(["created_at", "id"])
  }
}
