import { contextOf } from "../../src/workflows/context"
import { sweep } from "../../src/workflows/sweep/sweep"
import { cancelUnpaidOrders } from "../../src/workflows/unpaid-orders/cancel-unpaid-orders"
import { cryptoPayments, rowOf } from "./crypto-payments"
import type { Shop } from "./medusa"

/** Minutes after now. */
export const minutesFromNow = (minutes: number): Date => new Date(Date.now() + minutes * 60_000)

/** A clock that is ahead by these minutes, so that a sweep finds work that is due. */
export const clockAhead = (minutes: number) => (): Date => minutesFromNow(minutes)

/** Runs a sweep in this process, with a clock that is ahead by these minutes. */
export const sweepAt = ({ container }: Pick<Shop, "container">, minutes = 0): ReturnType<typeof sweep> =>
  sweep(contextOf(container, clockAhead(minutes)))

/** Cancels what is unpaid by a clock that is ahead by these minutes. */
export const cancelUnpaidAt = ({ container }: Pick<Shop, "container">, minutes: number) =>
  cancelUnpaidOrders(contextOf(container, clockAhead(minutes)))

/** Makes a payment's quote expire a minute ago, at the service and in our row. */
export async function expireQuote(shop: Pick<Shop, "container" | "sandbox">, externalId: string): Promise<void> {
  shop.sandbox.expire(externalId)
  const row = await rowOf(shop.container, externalId)
  const { payments } = cryptoPayments(shop.container)
  await payments.patch(row.id, { quote_expires_at: minutesFromNow(-1), renew_at: minutesFromNow(-3) }, new Date())
}

/** Runs `happen` before the next call of this method, as if something else happened at that moment. */
export function beforeNext<T extends object>(thing: T, method: keyof T & string, happen: () => Promise<unknown>) {
  const call = (thing[method] as (...given: unknown[]) => unknown).bind(thing)
  const spy = jest.spyOn(thing as never, method as never) as unknown as jest.SpyInstance
  return spy.mockImplementationOnce(async (...given) => {
    await happen()
    return call(...given)
  })
}
