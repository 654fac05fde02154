import { setTimeout as sleep } from "node:timers/promises"
import { CryptoPaymentError } from "../core/text/errors"
import { remainingMs } from "../medusa/provider-channel"
import type { OrderLease } from "../modules/crypto-payments/stores/payment-queue"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import type { Lease } from "../modules/crypto-payments/stores/store"
import type { Context } from "./context"

/**
 * Runs the work while it holds a lease on the payment and on the paid payments of its order.
 * @returns `busy` if a worker holds one of them
 */
export async function withOrderLease<T>(
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

/** How often a waiting request tries to get the lease, in milliseconds. */
const WAIT_MS = 100

/** @property deadline the shopper must have an answer by this time, by `performance.now()` */
type Waiting = { clock: () => Date; deadline: number }

type Leasing = { take: (id: string, now: Date) => Promise<Lease | undefined>; free: (lease: Lease) => Promise<void> }

/**
 * Waits for a lease and runs the work while it holds it, so that no other process runs it for the same id.
 * @throws CryptoPaymentError `service_unavailable` if others take too long
 */
export async function waitForLease<T>(
  { clock, deadline }: Waiting,
  leases: Leasing,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  let lease = await leases.take(id, clock())
  while (!lease) {
    if (remainingMs(deadline) <= WAIT_MS) throw new CryptoPaymentError("service_unavailable", 1)
    await sleep(WAIT_MS)
    lease = await leases.take(id, clock())
  }
  try {
    return await work()
  } finally {
    await leases.free(lease)
  }
}
