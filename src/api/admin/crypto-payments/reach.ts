import type { MedusaRequest } from "@medusajs/framework/http"

/** The connections of each request whose role may not reach all. */
const limits = new WeakMap<MedusaRequest, readonly string[]>()

export const limitReach = (req: MedusaRequest, ids: readonly string[]): void => void limits.set(req, ids)

/** The connections that a request may reach; undefined for all. Known after `permit`. */
export const reachOf = (req: MedusaRequest): readonly string[] | undefined => limits.get(req)
