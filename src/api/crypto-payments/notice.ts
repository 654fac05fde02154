import type { RefusalCode } from "../../core/errors"
import type { PayPageTextName } from "../../core/pay-page-texts"

const NOTICES: Partial<Record<RefusalCode, PayPageTextName>> = {
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
}

/** Which of the page's texts tells a shopper why a new price was refused. */
export const noticeOf = (code: RefusalCode): PayPageTextName => NOTICES[code] ?? "unavailable"
