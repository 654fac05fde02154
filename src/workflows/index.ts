/**
 * The workflows that a store's own code may run, imported from `medusa-payment-crypto/workflows`. Our routes, jobs and
 * subscribers run them too, which lets Medusa trace each; those that only a store calls are part of the package's API.
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
export { rotateCryptoEndpointSecretWorkflow } from "./connections/rotate-endpoint-secret"
export { saveCryptoConnectionWorkflow } from "./connections/save-connection"
export { testCryptoConnectionWorkflow } from "./connections/test-connection"
export { ingestCryptoPaymentEventWorkflow } from "./receive-event/ingest-event"
export { correctCryptoRefundWorkflow } from "./record-payout/correct-payout"
export { recordCryptoRefundWorkflow } from "./record-payout/record-payout"
export { renewCryptoQuoteWorkflow } from "./renew-quote/renew-quote"
export { findCanceledOrdersWorkflow, findOverpaidOrdersWorkflow } from "./review-order/find-changed-orders"
export { openCryptoPayoutsWorkflow, reviewOrderOfCryptoPaymentsWorkflow } from "./review-order/review-order"
export { settleCryptoPaymentWorkflow } from "./settle/settle-payment"
export { sweepCryptoPaymentsWorkflow } from "./sweep/sweep"
