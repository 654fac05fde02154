export { ingestCryptoPaymentEventWorkflow } from "./ingest-event"
export { openCryptoPayoutsWorkflow } from "./open-payouts"
export { settleCryptoPaymentWorkflow } from "./settle-payment"
export { sweepCryptoPaymentsWorkflow } from "./sweep"
