import type { ListOf, PossibleAction } from "./common"
import type { EventView } from "./events"
import type { AttentionView, PaymentView } from "./payments"

/** `GET /admin/crypto-payments/attention`, oldest trouble last: payments and events in one list. */
export type AttentionItem = AttentionView & { actions: PossibleAction[] } & (
    | { type: "payment"; id: string; payment: PaymentView }
    | { type: "event"; id: string; event: EventView }
  )
export type AttentionList = ListOf<"items", AttentionItem>
