import { AttentionList } from "./attention"
import { EventLists } from "./event-lists"
import { PaymentLists } from "./payment-lists"
import { PayoutLists } from "./payout-lists"
import type { Knex } from "./rows"

/** What people read, apart from the statements that the money depends on. */
export class Lists {
  readonly payments: PaymentLists
  readonly events: EventLists
  readonly payouts: PayoutLists
  readonly attention: AttentionList

  constructor(knex: Knex) {
    this.payments = new PaymentLists(knex)
    this.events = new EventLists(knex)
    this.payouts = new PayoutLists(knex)
    this.attention = new AttentionList(knex)
  }
}
