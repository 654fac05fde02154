import { definePolicies } from "@medusajs/framework/utils"

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

/** The policies that a role can have if RBAC is on. Without RBAC every admin user may do all of this. */
export default definePolicies(
  POLICIES.map(([name, resource, operation, description]) => ({ name, resource, operation, description })),
)
