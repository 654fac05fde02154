import { container } from "@medusajs/framework"
import { ContainerRegistrationKeys, definePolicies, toSnakeCase } from "@medusajs/framework/utils"
import { policyOf } from "../medusa/policies"
import { connectionId, ownProviderEntries, type WholeConfig } from "../modules/crypto-payments/connections/configured"

const POLICIES = [
  ["ReadCryptoPayment", "crypto_payment", "read", "See crypto payments"],
  ["UpdateCryptoPayment", "crypto_payment", "update", "Check, settle and close crypto payments that need attention"],
  ["CreateCryptoRefund", "crypto_refund", "create", "Record payouts of crypto payments, which creates refunds"],
  ["UpdateCryptoRefund", "crypto_refund", "update", "Correct the address, transaction id and note of recorded payouts"],
  ["CreateCryptoPaymentLink", "crypto_payment_link", "create", "Ask for crypto payments of orders, by a link"],
  ["ReadCryptoConnection", "crypto_connection", "read", "See the settings of crypto payments, without their secrets"],
  [
    "UpdateCryptoConnection",
    "crypto_connection",
    "update",
    "Enter keys, rotate secrets and change the settings of crypto payments",
  ],
] as const

/**
 * The policies of the whole store and, with several connections, of each. Medusa also writes a type for each, so the names
 * are identifiers.
 * @param ids of all connections
 */
export const policiesFor = (ids: readonly string[]) =>
  POLICIES.flatMap(([name, resource, operation, description]) => [
    { name, resource, operation, description },
    ...(ids.length > 1 ? ids : []).flatMap((id) => {
      const narrow = policyOf({ resource, operation }, id, ids)
      const about = { name: `${name}Of_${toSnakeCase(id)}`, description: `${description}, of ${id} only` }
      return narrow ? { ...narrow, ...about } : []
    }),
  ])

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
