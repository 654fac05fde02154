import { container } from "@medusajs/framework"
import { ContainerRegistrationKeys, definePolicies, toPascalCase, toSnakeCase } from "@medusajs/framework/utils"
import { policyOf } from "../medusa/policies"
import { connectionId, ownProviderEntries, type WholeConfig } from "../modules/crypto-payments/connections/configured"

const POLICIES = [
  ["crypto_payment", "read", "See crypto payments"],
  ["crypto_payment", "update", "Check, settle and close crypto payments that need attention"],
  ["crypto_refund", "create", "Record payouts of crypto payments, which creates refunds"],
  ["crypto_refund", "update", "Correct the address, transaction id and note of recorded payouts"],
  ["crypto_payment_link", "create", "Ask for crypto payments of orders, by a link"],
  ["crypto_connection", "read", "See the settings of crypto payments, without their secrets"],
  ["crypto_connection", "update", "Enter keys, rotate secrets and change the settings of crypto payments"],
] as const

/**
 * The policies of the whole store and, with several connections, of each. Medusa writes a type for each, so the names are
 * identifiers, such as `ReadCryptoPayment` and `ReadCryptoPaymentOf_live`.
 * @param ids of all connections
 */
export const policiesFor = (ids: readonly string[]) =>
  POLICIES.flatMap(([resource, operation, description]) => {
    const name = toPascalCase(`${operation}_${resource}`)
    const ofOne = (ids.length > 1 ? ids : []).flatMap((id) => {
      const narrow = policyOf({ resource, operation }, id, ids)
      const about = { name: `${name}Of_${toSnakeCase(id)}`, description: `${description}, of ${id} only` }
      return narrow ? { ...narrow, ...about } : []
    })
    return [{ name, resource, operation, description }, ...ofOne]
  })

/**
 * Medusa loads this file after medusa-config; a test may load it without. Of a wrong medusa-config the plugin's module
 * tells when it starts.
 */
function connections(): string[] {
  try {
    const config = container.resolve<WholeConfig>(ContainerRegistrationKeys.CONFIG_MODULE)
    return ownProviderEntries(config).map(({ id }) => connectionId(id))
  } catch {
    return []
  }
}

/** The policies that a role can have if RBAC is on. Without RBAC every admin user may do all of this. */
export default definePolicies(policiesFor(connections()))
