import { AsyncLocalStorage } from "node:async_hooks"
import { type PayerIp, payerIpOf, type RequestOrigin } from "../core/connection/payer-ip"
import type { ConnectionSettings } from "../core/connection/settings"
import type { CollectionState } from "../medusa/balance"

/**
 * What the provider needs of the HTTP request, and the refusal that it sets for the answer. It is not in the session's
 * data, because the shopper could read it there.
 */
export type RequestContext = RequestOrigin & {
  /** The shopper must have an answer by this time; see `newDeadline`. */
  deadline: number
  /** The payment collection on which a session is being opened, as read for this request. */
  state?: CollectionState
  /** A payment session is being opened. If a paid session blocks that, the refusal says that it is already paid. */
  isOpening?: boolean
  /** The HTTP status and Retry-After of a refusal, because MedusaError has no type for 429 and 503. */
  refusal?: { code: string; status: number; retryAfter: number | undefined }
}

const storage = new AsyncLocalStorage<RequestContext>()

export const runInRequestContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work)

export const requestContext = (): RequestContext | undefined => storage.getStore()

/** In milliseconds. The shopper waits at most ten seconds, and one of them is for Medusa's own work. */
export const TIME_BUDGET_MS = 9000

/**
 * When a shopper who asks now must have an answer, by `performance.now()`: a change of the system's time must neither
 * end nor extend the wait.
 */
export const newDeadline = (): number => performance.now() + TIME_BUDGET_MS

/** The time until `until`, in whole milliseconds, because timers refuse fractions. */
export const remainingMs = (until: number): number => Math.floor(until - performance.now())

/**
 * How long a call to the service may take within the rest of the shopper's ten seconds, in milliseconds. One request
 * may come here several times, because core restores the former session if a new one fails.
 * @returns 0 if no time is left, or if this request was already refused, so that the restored session does not call the
 * service again
 */
export function remainingBudget(atMost: number): number {
  const context = storage.getStore()
  if (!context) return atMost
  return context.refusal ? 0 : Math.max(0, Math.min(atMost, remainingMs(context.deadline)))
}

/**
 * The payer's IP for screening, from the source in the connection's settings.
 * @returns undefined if the setting is off, or outside a shopper's request
 */
export function payerIpOfRequest(setting: ConnectionSettings["payerIp"]): PayerIp | undefined {
  const context = storage.getStore()
  return context && payerIpOf(setting, context)
}
