/** The first part of every query key of ours: one act may change any of these lists, so it makes all of them stale. */
export const CRYPTO_PAYMENTS = "crypto-payments"

/**
 * Asks also where the browser takes itself for offline: react-query would wait for the network instead, without a word,
 * and do then what a person asked for long ago.
 */
export const ASK = { networkMode: "always" } as const

/** Payments move by themselves: what a person looks at is asked for again now and then. */
export const ASK_AGAIN = { ...ASK, refetchInterval: 10_000 } as const
