/** The first part of every query key of ours: one act may change any of these lists, so it makes all of them stale. */
export const CRYPTO_PAYMENTS = "crypto-payments"
