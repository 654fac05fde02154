import type { ListOf, PossibleAction } from "./common"
import type { EventView } from "./events"
import type { AttentionView, PaymentView } from "./payments"

/**
 * `GET /admin/crypto-payments/attention`, oldest trouble last: payments, events, and connections that payments wait for
 * though medusa-config does not register them.
 */
export type AttentionItem = AttentionView & { actions: PossibleAction[] } & (
    | { type: "payment"; id: string; payment: PaymentView }
    | { type: "event"; id: string; event: EventView }
    /** `waiting` ends at 1000. */
    | { type: "connection"; id: string; connection: { id: string; waiting: number } }
  )
export type AttentionList = ListOf<"items", AttentionItem>
