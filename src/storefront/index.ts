export {
  type CryptoPaymentClient,
  CryptoPaymentClientError,
  type CryptoPaymentClientOptions,
  createCryptoPaymentClient,
} from "./client.js"
export { CryptoPayment, type CryptoPaymentProps } from "./crypto-payment.js"
export type {
  CryptoPaymentBought,
  CryptoPaymentChoice,
  CryptoPaymentLabels,
  CryptoPaymentOption,
  CryptoPaymentState,
  CryptoPaymentStatus,
  CryptoPaymentView,
  CryptoSessionData,
  RenewedCryptoPayment,
} from "./types.js"
export { type CryptoPaymentWatch, type WatchHandlers, watchPayment } from "./watch.js"
