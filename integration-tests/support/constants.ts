/** Separate from the seed, which loads all of Medusa, because storefronts import these names too. */
export const CRYPTO_PROVIDER = "pp_crypto_default"

/** Medusa's manual provider, for payments made another way. */
export const MANUAL_PROVIDER = "pp_system_default"

/** With RBAC, a user whose role only reads. The password is the admin's. */
export const READER = "reader@example.com"
