import { AsyncLocalStorage } from "node:async_hooks"
import { type PayerIp, payerIpOf, type RequestOrigin } from "../core/connection/payer-ip"
import type { ConnectionSettings } from "../core/connection/settings"
import type { RefusalCode } from "../core/text/errors"
import type { CollectionState } from "./collection-state"

/*
 * Our code calls Medusa, and Medusa calls our payment provider and passes on nothing of ours. Two values reach the
 * provider with the call, our own call and the HTTP request; a session's data is not used for that, because shoppers
 * read it and other code writes it.
 */

type OwnCall = {
  /** Settling decided, from all facts in Medusa, to capture the service's payment `externalId` on this session. */
  capturing?: { sessionId: string; externalId: string }
  /** The session whose data and amount are written. `hidesAddress`: nobody must pay to its address now. */
  writing?: { sessionId: string; hidesAddress: boolean }
  /** Our id of the payment that gets a session, because settling or a person decided that its money belongs there. */
  givingSessionTo?: string
}

const ownCalls = new AsyncLocalStorage<OwnCall>()

/** Runs work that calls Medusa, in addition to what an outer call says. */
export const duringOwnCall = <T>(call: OwnCall, work: () => Promise<T>): Promise<T> =>
  ownCalls.run({ ...ownCalls.getStore(), ...call }, work)

export const ownCall = (): OwnCall => ownCalls.getStore() ?? {}

/** What the provider needs of the HTTP request, and the refusal that it sets for the answer. */
export type RequestContext = {
  /** Where the shopper's request came from; an admin's address is not the payer's. */
  origin?: RequestOrigin
  /** The shopper must have an answer by this time; see `newDeadline`. */
  deadline: number
  /** The payment collection on which a session is being opened, as read for this request. */
  state?: CollectionState
  /** A payment session is being opened. If a paid session blocks that, the refusal says that it is already paid. */
  isOpening?: boolean
  /** Takes back what was prepared for the request, before an error is answered. */
  undo?: (() => Promise<undefined>) | undefined
  /** Checks what core did, before success is answered. @returns the refusal to answer instead */
  verify?: (() => Promise<RefusalCode | undefined>) | undefined
  /** The HTTP status and Retry-After (seconds) of a refusal, because MedusaError has no type for 429 and 503. */
  refusal?: { code: string; status: number; retryAfter: number | undefined }
}

const requests = new AsyncLocalStorage<RequestContext>()

export const runInRequestContext = <T>(context: RequestContext, work: () => T): T => requests.run(context, work)

export const requestContext = (): RequestContext | undefined => requests.getStore()

/** In milliseconds. The shopper waits at most ten seconds, and one of them is for Medusa's own work. */
const TIME_BUDGET_MS = 9000

/**
 * When a shopper who asks now must have an answer, by `performance.now()`: a change of the system's time must neither
 * end nor extend the wait.
 */
export const newDeadline = (): number => performance.now() + TIME_BUDGET_MS

/** The time until `until` (by `performance.now()`), in whole milliseconds as timers need; negative if it has passed. */
export const remainingMs = (until: number): number => Math.floor(until - performance.now())

/**
 * How long a call to the service may take within the rest of the shopper's ten seconds, in milliseconds. One request
 * may come here several times, because core restores the former session if a new one fails.
 * @returns 0 if no time is left, or if this request was already refused, so that the restored session does not call the
 * service again
 */
export function remainingBudget(atMost: number): number {
  const context = requests.getStore()
  if (!context) return atMost
  return context.refusal ? 0 : Math.max(0, Math.min(atMost, remainingMs(context.deadline)))
}

/**
 * The payer's IP for screening, from the source in the connection's settings.
 * @returns undefined if the setting is off, or outside a shopper's request
 */
export function payerIpOfRequest(setting: ConnectionSettings["payerIp"]): PayerIp | undefined {
  const origin = requests.getStore()?.origin
  return origin && payerIpOf(setting, origin)
}
