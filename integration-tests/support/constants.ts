/** Separate from the seed, which loads all of Medusa, because storefronts import these names too. */
export const CRYPTO_PROVIDER = "pp_crypto_default"

/** Medusa's manual provider, for payments made another way. */
export const MANUAL_PROVIDER = "pp_system_default"
