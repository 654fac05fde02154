import { AttentionLists } from "./attention"
import { EventStore } from "./events"
import { PaymentLists } from "./payment-lists"
import { PayoutStore } from "./payouts"
import type { Knex } from "./rows"
import { TotalsStore } from "./totals"

/** What people read. */
export class Lists {
  readonly payments: PaymentLists
  readonly events: Pick<EventStore, "page" | "count" | "byId" | "byIds" | "ofPayment">
  readonly payouts: Pick<PayoutStore, "page" | "count" | "ofPayments" | "sentBack">
  readonly attention: AttentionLists
  readonly totals: TotalsStore

  constructor(knex: Knex) {
    this.payments = new PaymentLists(knex)
    this.events = new EventStore(knex)
    this.payouts = new PayoutStore(knex)
    this.attention = new AttentionLists(knex)
    this.totals = new TotalsStore(knex)
  }
}
