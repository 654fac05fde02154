import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { connectionsOfOrder } from "../../../medusa/asked-orders"
import { connectionsPermitted, type Policy } from "../../../medusa/policies"
import { type Context, contextOf } from "../../../workflows/context"
import { limitReach, reachOf } from "./reach"
import { needingTables, refuse, type Thing, unknown } from "./respond"

type Middleware = (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction) => unknown

/**
 * Admits a role that has all policies, for the whole store or for at least one connection; without RBAC, every admin.
 * @throws MedusaError with 403, like Medusa's own check
 */
export const permit =
  (...policies: Policy[]): Middleware =>
  async (req, _res, next) => {
    const { auth_context } = req as AuthenticatedMedusaRequest
    const roles = (auth_context?.app_metadata?.roles ?? []) as string[]
    const permitted = await connectionsPermitted(req.scope, roles, policies, contextOf(req.scope).store.connectionIds())
    if (permitted !== "all" && permitted.length === 0) {
      const wanted = policies.map(({ resource, operation }) => `${resource}:${operation}`).join(", ")
      return next(
        new MedusaError(MedusaError.Types.FORBIDDEN, `Insufficient permissions. Required policies: ${wanted}`),
      )
    }
    if (permitted !== "all") limitReach(req, permitted)
    next()
  }

/** Limits a list to the connections that the request may reach. Runs after the list's query was validated. */
export const onlyReached =
  (filter: "connection_id" | "id" = "connection_id"): Middleware =>
  (req, _res, next) => {
    const reach = reachOf(req)
    if (reach) {
      const asked = (req.validatedQuery as { [Name in typeof filter]?: string[] })[filter]
      const left = reach.filter((id) => asked?.includes(id) ?? true)
      Object.assign(req.validatedQuery, { [filter]: left })
      Object.assign(req.filterableFields, { [filter]: left })
    }
    next()
  }

/** The connections to which something belongs; empty if it does not exist. */
type Owners = (context: Context, id: string) => Promise<readonly (string | undefined)[]>

const ofPayment: Owners = async ({ store }, id) => [(await store.payments.byId(id))?.connection_id]

const OWNERS: Record<Thing, Owners> = {
  connection: async (_, id) => [id],
  payment: ofPayment,
  event: async ({ store }, id) => [(await store.events.byId(id))?.connection_id],
  refund: async (context, id) => {
    const payout = await context.store.payouts.byId(id)
    return payout ? ofPayment(context, payout.payment_id) : []
  },
  // An existing link stays its connection's, even if the order's region no longer offers that.
  payment_link: async ({ container, store }, id) => {
    const ofRegion = await connectionsOfOrder(container, id, store.connectionIds())
    const links = ofRegion ? await store.paymentLinks.byOrder(id) : []
    return [...(ofRegion?.connectionIds ?? []), ...links.map(({ connection_id }) => connection_id)]
  },
}

/** Answers 404 for what belongs to no connection that the request may reach, as if it did not exist. */
export const ifReached =
  (name: Thing): Middleware =>
  async (req, res, next) => {
    const reach = reachOf(req)
    if (!reach) return next()
    const route = needingTables(async () => {
      const owners = await OWNERS[name](contextOf(req.scope), req.params.id as string)
      if (owners.some((id) => id !== undefined && reach.includes(id))) next()
      else refuse(res, unknown(name))
    })
    await route(req as AuthenticatedMedusaRequest, res)
  }

/** Asks for a payment only through connections that the request may reach. Runs after the body was validated. */
export const askThroughReached: Middleware = (req, _res, next) => {
  const reach = reachOf(req)
  if (reach) Object.assign(req.validatedBody as object, { connection_ids: reach })
  next()
}
