import { setTimeout as sleep } from "node:timers/promises"
import { CryptoPaymentError } from "../../core/text/errors"
import type { Lease } from "../../modules/crypto-payments/stores/lease"
import { leftUntil } from "../request-context"

/** How often a waiting request tries to get the lease, in milliseconds. */
const WAIT_MS = 100

/** @property answerBy the shopper must have an answer by this time, by `performance.now()` */
type Waiting = { clock: () => Date; answerBy: number }

type Leasing = { take: (id: string, now: Date) => Promise<Lease | undefined>; free: (lease: Lease) => Promise<void> }

/**
 * Runs the work under a lease, so that no other process runs it for the same id.
 * @throws CryptoPaymentError `service_unavailable` if others take too long
 */
export async function alone<T>(
  { clock, answerBy }: Waiting,
  leases: Leasing,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  let lease = await leases.take(id, clock())
  while (!lease) {
    if (leftUntil(answerBy) <= WAIT_MS) throw new CryptoPaymentError("service_unavailable", 1)
    await sleep(WAIT_MS)
    lease = await leases.take(id, clock())
  }
  try {
    return await work()
  } finally {
    await leases.free(lease)
  }
}
