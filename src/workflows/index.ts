/**
 * The workflows that a store's own code may run, imported from `medusa-payment-crypto/workflows`. The plugin's routes,
 * jobs and subscribers run most of them too, so that Medusa traces them.
 */
export { askForCryptoPaymentWorkflow } from "./ask-for-payment/ask-for-payment"
export { closeCryptoPaymentEventWorkflow, retryCryptoPaymentEventWorkflow } from "./attention/event-actions"
export {
  checkCryptoPaymentWorkflow,
  closeCryptoPaymentAttentionWorkflow,
  retryCryptoSettlementWorkflow,
} from "./attention/payment-actions"
export { settleCryptoPaymentOntoOrderWorkflow } from "./attention/settle-onto-order"
export { cancelUnpaidOrdersWorkflow } from "./cancel-unpaid/cancel-unpaid-orders"
export { noteOrderOfCryptoPaymentsWorkflow } from "./confirm-checkout/note-placed-order"
export { testCryptoConnectionWorkflow } from "./connections/test-connection"
export { ingestCryptoPaymentEventWorkflow } from "./receive-event/ingest-event"
export { correctCryptoRefundWorkflow } from "./record-payout/correct-payout"
export { recordCryptoRefundWorkflow } from "./record-payout/record-payout"
export { deleteOldCryptoPaymentDataWorkflow } from "./retention/delete-old-data"
export { findChangedOrdersWorkflow } from "./review-order/find-changed-orders"
export { reviewOrderOfCryptoPaymentsWorkflow } from "./review-order/review-order"
export { settleCryptoPaymentWorkflow } from "./settle/settle-payment"
export { sweepCryptoPaymentsWorkflow } from "./sweep/sweep"
