/** Where a refund in Medusa names, in its metadata, the recorded payout that it stands for. */
export const PAYOUT_MARK = "crypto_refund_id"
