import { definePolicies } from "@medusajs/framework/utils"

/** What roles can be given where the store has RBAC on. Without it every admin user may do all of this. */
export default definePolicies([
  { name: "ReadCryptoPayment", resource: "crypto_payment", operation: "read", description: "See crypto payments" },
  {
    name: "UpdateCryptoPayment",
    resource: "crypto_payment",
    operation: "update",
    description: "Check, settle and close crypto payments that need attention",
  },
  {
    name: "CreateCryptoRefund",
    resource: "crypto_refund",
    operation: "create",
    description: "Record payouts of crypto payments, which creates refunds",
  },
  {
    name: "ReadCryptoConnection",
    resource: "crypto_connection",
    operation: "read",
    description: "See the settings of crypto payments, without their secrets",
  },
  {
    name: "UpdateCryptoConnection",
    resource: "crypto_connection",
    operation: "update",
    description: "Enter keys, rotate secrets and change the settings of crypto payments",
  },
])
