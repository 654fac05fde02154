import { AttentionLists } from "./attention"
import { EventStore } from "./events"
import { PaymentLists } from "./payment-lists"
import { PayoutLists } from "./payout-lists"
import type { Knex } from "./rows"
import { TotalsStore } from "./totals"

/** The lists that the admin shows. */
export class Lists {
  readonly payments: PaymentLists
  readonly events: Pick<EventStore, "page" | "count" | "byId" | "byIds" | "ofPayment">
  readonly payouts: PayoutLists
  readonly attention: AttentionLists
  readonly totals: TotalsStore

  constructor(knex: Knex) {
    this.payments = new PaymentLists(knex)
    this.events = new EventStore(knex)
    this.payouts = new PayoutLists(knex)
    this.attention = new AttentionLists(knex)
    this.totals = new TotalsStore(knex)
  }
}
