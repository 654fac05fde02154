/** The policies that the routes ask for (src/policies names them), where the store has RBAC on. */
export const MAY = {
  readPayments: { resource: "crypto_payment", operation: "read" },
  updatePayments: { resource: "crypto_payment", operation: "update" },
  createRefunds: { resource: "crypto_refund", operation: "create" },
  readConnections: { resource: "crypto_connection", operation: "read" },
  updateConnections: { resource: "crypto_connection", operation: "update" },
} as const
