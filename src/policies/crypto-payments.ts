import { definePolicies, toPascalCase } from "@medusajs/framework/utils"

const POLICIES = {
  "crypto_payment:read": "See crypto payments",
  "crypto_payment:update": "Check, settle and close crypto payments that need attention",
  "crypto_payout:create": "Record payouts of crypto payments, which creates refunds",
  "crypto_payout:update": "Correct the address, transaction id and note of recorded payouts",
  "crypto_payment_link:create": "Ask for crypto payments of orders, by a link",
  "crypto_connection:read": "See the settings of crypto payments, without their secrets",
  "crypto_connection:update": "Enter keys, rotate secrets and change the settings of crypto payments",
}

export type Policy = keyof typeof POLICIES

export const policyParts = (policy: Policy): { resource: string; operation: string } => {
  const [resource = "", operation = ""] = policy.split(":")
  return { resource, operation }
}

/** The policies that a role can have if RBAC is on. Without RBAC every admin user may do all of this. */
export default definePolicies(
  Object.entries(POLICIES).map(([policy, description]) => {
    const { resource, operation } = policyParts(policy as Policy)
    return { name: toPascalCase(`${operation}_${resource}`), resource, operation, description }
  }),
)
