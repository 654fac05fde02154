import type { RefusalCode } from "../core/text/errors"
import type { en } from "../core/text/pay-page/en"

type Notice = keyof typeof en

const NOTICES: { [code: string]: Notice } = {
  rate_limited: "tooMany",
  too_many_requests: "tooMany",
  screening_failed: "notForThis",
  session_gone: "gone",
  session_required: "gone",
  order_canceled: "canceled",
  already_paid: "alreadyPaid",
  payment_seen: "confirming",
  payment_unclear: "unclear",
  unknown_payment: "notFound",
} satisfies Partial<Record<RefusalCode, Notice>>

/** The codes about the chosen asset or chain. A pattern, to keep the component small. */
const ABOUT_ASSET = /asset|chain|^currency/

/** Name of the text that tells a shopper why a new price was refused. The storefront component uses it too. */
export const noticeOf = (code: string): Notice => NOTICES[code] ?? (ABOUT_ASSET.test(code) ? "assetOut" : "unavailable")

type Expired = { canceled: boolean; nothing_owed: boolean; unavailable: boolean; superseded: boolean }

/** Name of the heading's text for the status "expired". */
export const expiredAs = ({ canceled, nothing_owed, unavailable, superseded }: Expired) =>
  canceled ? "canceled" : nothing_owed ? "alreadyPaid" : unavailable ? "notNow" : superseded ? "replaced" : "expired"

type Paid = { unfinished: boolean; order: object | null; paid_out_at: string | null }

/** Name of the heading's text for the status "paid": an order may be missing, or the money may have been sent back. */
export const paidAs = ({ unfinished, order, paid_out_at }: Paid) =>
  paid_out_at ? "sentBack" : unfinished && !order ? "unfinished" : "paid"
