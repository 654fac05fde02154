import type { RefusalCode } from "../core/text/errors"
import type { en } from "../core/text/pay-page/en"

type Notice = keyof typeof en

const NOTICES: { [code: string]: Notice } = {
  rate_limited: "tooMany",
  too_many_requests: "tooMany",
  screening_failed: "notForThis",
  session_gone: "closedHint",
  session_required: "closedHint",
  amount_changed: "changed",
  order_canceled: "canceled",
  already_paid: "alreadyPaid",
  price_of_another_way: "notForThis",
  payment_seen: "confirming",
  payment_unclear: "unclear",
  unknown_payment: "notFound",
} satisfies Partial<Record<RefusalCode, Notice>>

/** The codes about the chosen asset or chain. A pattern, to keep the component small. */
const ABOUT_ASSET = /asset|chain|^currency/

/** Name of the text that tells a shopper why a new price was refused. The storefront component uses it too. */
export const noticeOf = (code: string): Notice => NOTICES[code] ?? (ABOUT_ASSET.test(code) ? "assetOut" : "unavailable")
