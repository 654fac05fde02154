import type { CryptoPaymentLabelName } from "./labels.js"

const NOTICES: Record<string, CryptoPaymentLabelName> = {
  rate_limited: "tooMany",
  too_many_requests: "tooMany",
  currency_unavailable: "assetOut",
  asset_not_offered: "assetOut",
  unknown_asset: "assetOut",
  unknown_chain: "assetOut",
  chain_required: "assetOut",
  screening_failed: "notForThis",
  session_gone: "gone",
  session_required: "gone",
  order_canceled: "canceled",
  already_paid: "alreadyPaid",
  unknown_payment: "notFound",
}

/** Which text tells a shopper why a new price was refused. */
export const noticeOf = (code: string): CryptoPaymentLabelName => NOTICES[code] ?? "unavailable"
