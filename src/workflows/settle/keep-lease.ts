import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

/** A quarter of the lease: three renewals may fail before somebody else takes the payment up. */
const RENEW_EVERY_MS = 10_000

type Leases = { renew(claimed: PaymentRow, now: Date): Promise<boolean> }

/**
 * Keeps the lease of a claimed payment while the work lasts: Medusa may wait half a minute for a cart's lock, and do so
 * more than once. A process that dies renews nothing, so what it held is free when the lease ends.
 *
 * @param now when the work begins
 * @param work is handed whether the lease is still ours. It is not once this process stood still for longer than the lease
 *   and somebody else took the payment up: then nothing more may be done
 */
export async function keepLease<T>(
  leases: Leases,
  claimed: PaymentRow,
  now: Date,
  work: (isOurs: () => boolean) => Promise<T>,
): Promise<T> {
  const begun = performance.now()
  let ours = true
  const timer = setInterval(async () => {
    const since = performance.now() - begun
    // A database that does not answer leaves the lease as it was.
    ours &&= await leases.renew(claimed, new Date(now.getTime() + since)).catch(() => true)
    if (!ours) clearInterval(timer)
  }, RENEW_EVERY_MS)
  timer.unref()
  try {
    return await work(() => ours)
  } finally {
    clearInterval(timer)
  }
}
