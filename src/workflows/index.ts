/**
 * The workflows that a store's own code may run, imported from `medusa-payment-crypto/workflows`. The plugin's routes,
 * jobs and subscribers run most of them too, so that Medusa traces them.
 */

export {
  checkCryptoPaymentWorkflow,
  closeCryptoPaymentAttentionWorkflow,
  closeCryptoPaymentEventWorkflow,
  retryCryptoPaymentEventWorkflow,
  retryCryptoSettlementWorkflow,
  settleCryptoPaymentOntoOrderWorkflow,
} from "./attention/admin-actions"
export { noteOrderOfCryptoPaymentsWorkflow } from "./checkout/handle-placed-order"
export { testCryptoConnectionWorkflow } from "./connections/test-connection"
export { createCryptoPaymentLinkWorkflow } from "./payment-links/payment-link"
export { correctCryptoPayoutWorkflow, recordCryptoPayoutWorkflow } from "./payouts/record-payout"
export { deleteOldCryptoPaymentDataWorkflow } from "./retention/delete-old-data"
export { findChangedOrdersWorkflow } from "./review-order/find-changed-orders"
export { reviewOrderOfCryptoPaymentsWorkflow } from "./review-order/review-order"
export { sweepCryptoPaymentsWorkflow } from "./sweep/sweep"
export { cancelUnpaidOrdersWorkflow } from "./unpaid-orders/cancel-unpaid-orders"
export { ingestCryptoPaymentEventWorkflow } from "./webhook/receive-event"
