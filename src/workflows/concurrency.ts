import { setTimeout as sleep } from "node:timers/promises"
import { CryptoPaymentError } from "../core/text/errors"
import { tryLockCart } from "../medusa/carts"
import { remainingMs } from "../medusa/provider-channel"
import type { OrderLease } from "../modules/crypto-payments/stores/money-leases"
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
  const lease = await store.orderLeases.claim(payment.id, orderId, clock())
  if (!lease) return { ok: false, code: "busy" }
  try {
    return await work(lease)
  } finally {
    await store.orderLeases.release(lease)
  }
}

/**
 * Runs the work while nobody completes the payment's cart: core asks our provider about the money long before it captures
 * it, and holds the cart's lock meanwhile.
 * @returns `busy` if somebody does
 */
export async function withCartLock<T>(
  { container }: Context,
  { status, cart_id }: Pick<PaymentRow, "status" | "cart_id">,
  work: () => Promise<T>,
): Promise<T | { ok: false; code: "busy" }> {
  if (cart_id === null || status === "settled") return work()
  const unlock = await tryLockCart(container, cart_id)
  if (!unlock) return { ok: false, code: "busy" }
  try {
    return await work()
  } finally {
    await unlock()
  }
}

/** How often a waiting request tries to get the lock, in milliseconds. */
const WAIT_MS = 100

/** @property deadline the shopper must have an answer by this time, by `performance.now()` */
type Waiting = { clock: () => Date; deadline: number }

type Lock = {
  claim: (id: string, now: Date) => Promise<Lease | undefined>
  release: (lease: Lease) => Promise<void>
}

/**
 * Waits for a lock and runs the work while it holds it, so that no other process runs it for the same id.
 * @throws CryptoPaymentError `service_unavailable` if others take too long
 */
export async function waitForLock<T>(
  { clock, deadline }: Waiting,
  lock: Lock,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  let lease = await lock.claim(id, clock())
  while (!lease) {
    if (remainingMs(deadline) <= WAIT_MS) throw new CryptoPaymentError("service_unavailable", 1)
    await sleep(WAIT_MS)
    lease = await lock.claim(id, clock())
  }
  try {
    return await work()
  } finally {
    await lock.release(lease)
  }
}

/**
 * Makes a function that runs a task when its turn comes, and returns its result. At most `atOnce` tasks run at a time;
 * the others wait and start in the order of their calls.
 */
export function createTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <R>(task: () => Promise<R>): Promise<R> => {
    if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      // Gives its place to the next waiting task instead of freeing it, so that a new task cannot overtake.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/**
 * Makes a queue for background tasks that handle their own errors: at most `atOnce` run at a time, and it holds at most
 * `atMost`, including running ones. The function that adds a task returns false if the queue is full.
 */
export function createBacklog(atOnce: number, atMost: number) {
  const turns = createTurns(atOnce)
  let held = 0
  return (task: () => Promise<unknown>): boolean => {
    if (held >= atMost) return false
    held++
    void turns(task).finally(() => held--)
    return true
  }
}

/**
 * Runs the work on all items, `atOnce` at a time. An error of one item goes to `onError` and does not stop the others.
 */
export async function inParallel<T>(
  atOnce: number,
  items: readonly T[],
  onError: (error: unknown, item: T) => void,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const turns = createTurns(atOnce)
  await Promise.all(items.map((item) => turns(() => work(item)).catch((error: unknown) => onError(error, item))))
}
