import { z } from "zod"
import { ASSETS, EVM_CHAINS } from "../core/assets/registry"

/**
 * The options of each control. A form sends numbers and booleans as text, and JSON sends them as such; both are
 * accepted.
 */
const count = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.number().int().min(0))
const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])

export const payOptions = z.object({
  /** Confirmations the payment has at once. Default: as many as it needs, or 0 if `complete` is false. */
  confirmations: count.optional(),
  /** Whether the payment clears at once. Default: whether the confirmations reach the needed number. */
  complete: flag.optional(),
})
export type PayOptions = z.output<typeof payOptions>

export const confirmOptions = z.object({ confirmations: count.optional() })

export const deliverOptions = z.object({
  /** Copies sent, all at once. Default 1. */
  times: count.optional(),
  /** Wait before sending, in milliseconds. */
  delayMs: count.optional(),
  /** Unix seconds to sign with. Default: now. */
  timestamp: count.optional(),
  /** Signs with this instead of the endpoint's secrets. */
  secret: z.string().optional(),
  /** Sent instead of the event: a string unchanged, any other value as JSON. */
  body: z.unknown().optional(),
  unsigned: flag.optional(),
  /** Id of the only endpoint to send to. Default: every endpoint subscribed to payment.completed. */
  endpoint: z.string().optional(),
})
export type DeliverOptions = z.output<typeof deliverOptions>

/** The secret is random by default. */
export const rotateOptions = z.object({ secret: z.string().min(1).optional() })

export const endpointOptions = rotateOptions.extend({
  url: z.string(),
  /** Event kinds it is subscribed to. Default: payment.completed. */
  events: z.array(z.string()).optional(),
})
export type EndpointOptions = z.output<typeof endpointOptions>

export const settingsOptions = z.object({
  storeEnabled: flag.optional(),
  delivering: flag.optional(),
  perMinuteCap: count.optional(),
  /** A null chain means every chain of the asset. */
  wallet: z
    .object({ asset: z.enum(ASSETS), chain: z.enum(EVM_CHAINS).nullable().default(null), available: flag })
    .optional(),
})

/** Something other than the usual answer to an authorized Store API call. */
export const faultOptions = z.object({
  /** Only for this operation. Default: the next call of either. */
  on: z.enum(["create", "lookup"]).optional(),
  /** Wait before answering, in milliseconds. */
  delayMs: count.optional(),
  /** Answers with this status and does nothing else. Without status, body and hangUp the usual work is done. */
  status: count.pipe(z.number().min(200).max(599)).optional(),
  /** A string is sent unchanged, any other value as JSON. */
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Closes the connection without an answer. */
  hangUp: flag.optional(),
  /** How many calls it applies to. Default 1. */
  times: count.optional(),
})
export type Fault = z.output<typeof faultOptions> & {
  /** Changes the usual answer's body, for a service that answers wrongly. */
  alter?: (body: unknown) => unknown
}
