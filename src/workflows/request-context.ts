import { AsyncLocalStorage } from "node:async_hooks"
import { payerIpOf } from "../core/connection/payer-ip"
import type { ConnectionSettings } from "../core/connection/settings"
import type { Payable } from "../medusa/books"

/**
 * What the provider knows of the HTTP request, and the refusal it sets for the answer.
 * It is not in the session's data, where the shopper could read it back.
 */
export type RequestContext = {
  /** The address Express sees (with Medusa's `trust proxy`: the last hop's word). */
  ip: string | undefined
  header: (name: string) => string | undefined
  /** Unix milliseconds by which the shopper must have an answer. */
  answerBy: number
  /** The payment collection that a session is being opened on, as it was read for this request. */
  payable?: Payable
  /** A payment session is being opened: if a paid one must not be deleted, the refusal says that all is paid. */
  isOpening?: boolean
  /** The HTTP status and Retry-After that a refusal deserves; MedusaError has no type for 429 and 503. */
  refusal?: { code: string; status: number; retryAfter: number | undefined }
}

const storage = new AsyncLocalStorage<RequestContext>()

export const runInRequestContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work)

export const requestContext = (): RequestContext | undefined => storage.getStore()

/** An answer to the shopper never takes more than ten seconds; one is left for what Medusa does around us. */
export const PATIENCE_MS = 9000

/**
 * Milliseconds that a call to the service may take, within what is left of the shopper's patience: one
 * request may come here several times, since core restores the former session where a new one fails.
 * @returns 0 where nothing is left, or where this request was refused already: what is restored then must not
 * ask the service a second time (a refused screening least of all)
 */
export function patience(atMost: number, now: number): number {
  const context = storage.getStore()
  if (!context) return atMost
  return context.refusal ? 0 : Math.max(0, Math.min(atMost, context.answerBy - now))
}

/**
 * The payer's IP for screening, as the connection's settings say.
 * @returns undefined where it is off, unknown, or an address of this network, which says nothing of the payer
 */
export function payerIp(setting: ConnectionSettings["payerIp"]): string | undefined {
  const context = storage.getStore()
  return context && payerIpOf(setting, context)
}
