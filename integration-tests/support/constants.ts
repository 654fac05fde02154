/** Apart from the seed, which loads all of Medusa: a storefront knows these names too. */
export const CRYPTO_PROVIDER = "pp_crypto_default"

/** Medusa's own, which stands for being paid some other way. */
export const MANUAL_PROVIDER = "pp_system_default"
