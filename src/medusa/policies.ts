import { hasPermission } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, toSnakeCase } from "@medusajs/framework/utils"

/** What a role may do with a kind of data, as Medusa's RBAC names it. */
export type Policy = { resource: string; operation: string }

/**
 * The policy for one connection only: `crypto_payment_of_live` for `crypto_payment`.
 * @param ids of all connections
 * @returns undefined if Medusa, which keeps only letters, digits and underscores, writes another connection the same
 */
export function policyOf({ resource, operation }: Policy, id: string, ids: readonly string[]): Policy | undefined {
  const nameOf = (one: string) => toSnakeCase(`${resource}_of_${one}`)
  const isUnique = ids.every((other) => other === id || nameOf(other) !== nameOf(id))
  return isUnique ? { resource: nameOf(id), operation } : undefined
}

/**
 * The connections for which these roles have all policies.
 * @param ids of all connections
 * @returns "all" if the policies of the whole store are among them, or without RBAC
 */
export async function connectionsPermitted(
  container: MedusaContainer,
  roles: readonly string[],
  policies: readonly Policy[],
  ids: readonly string[],
): Promise<"all" | string[]> {
  // This server's flags, and not those of a second copy of Medusa's library.
  type Flags = { isFeatureEnabled: (flag: string) => boolean }
  const flags = container.resolve<Flags>(ContainerRegistrationKeys.FEATURE_FLAG_ROUTER)
  if (!flags.isFeatureEnabled("rbac")) return "all"
  // Medusa's function permits everything to nobody's role.
  if (roles.length === 0) return []
  const may = (policy: Policy) => hasPermission({ roles: [...roles], actions: policy, container })
  const missing: Policy[] = []
  for (const policy of policies) if (!(await may(policy))) missing.push(policy)
  if (missing.length === 0) return "all"
  const permitted: string[] = []
  for (const id of ids) {
    const narrow = missing.map((policy) => policyOf(policy, id, ids))
    const granted = await Promise.all(narrow.map((policy) => policy !== undefined && may(policy)))
    if (granted.every(Boolean)) permitted.push(id)
  }
  return permitted
}
