import { NO_MARK, type PaymentPatch } from "../../modules/crypto-payments/stores/payments"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { tellStore } from "../notify-store/notify-store"

/**
 * Marks a payment as completed, and notifies the store. The caller settles it.
 * @param said the service's status word and confirmations
 * @param eventId the event that reported it; null for a lookup
 * @returns undefined if the payment is already paid
 */
export async function markCompleted(
  context: Context,
  { id }: PaymentRow,
  said: Pick<PaymentPatch, "remote_status" | "confirmations">,
  eventId: string | null,
): Promise<PaymentRow | undefined> {
  const { store, clock } = context
  const now = clock()
  const completed_by = eventId === null ? "lookup" : `event ${eventId}`
  const patch = {
    ...{ ...said, completed_at: now, completed_by, next_check_at: now, leased_until: null },
    // Clears the mark of money that was seen and did not clear, and a person's decision about it.
    ...{ ...NO_MARK, closed_at: null },
  }
  const completed = await store.payments.move(id, "service_completed", patch, now)
  if (!completed) return undefined
  await tellStore(context, "completed", completed, { by: eventId === null ? "lookup" : "event", event_id: eventId })
  return completed
}
