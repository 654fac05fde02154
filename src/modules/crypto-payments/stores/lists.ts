import { AttentionLists } from "./attention"
import { EventStore } from "./events"
import { PaymentLists } from "./payment-lists"
import { PayoutLists } from "./payout-lists"
import type { Knex } from "./rows"
import { TotalsStore } from "./totals"

/** The lists that the admin shows. */
export const listsOn = (knex: Knex) => ({
  payments: new PaymentLists(knex),
  events: new EventStore(knex),
  payouts: new PayoutLists(knex),
  attention: new AttentionLists(knex),
  totals: new TotalsStore(knex),
})
