import type { OrderLease } from "../modules/crypto-payments/stores/order-leases"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import type { Context } from "./context"

/**
 * Runs the work while it holds a lease on the payment and on the paid payments of its order.
 * @returns `busy` if a worker holds one of them
 */
export async function underLease<T>(
  { store, clock }: Context,
  payment: PaymentRow,
  orderId: string | null,
  work: (lease: OrderLease) => Promise<T>,
): Promise<T | { ok: false; code: "busy" }> {
  const lease = await store.orderLeases.take(payment.id, orderId, clock())
  if (!lease) return { ok: false, code: "busy" }
  try {
    return await work(lease)
  } finally {
    await store.orderLeases.free(lease)
  }
}
