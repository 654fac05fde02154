/** What a fresh installation can get wrong, with the words for the log, the health page and `doctor`. */
export const SETUP_WORDS = {
  plugin_missing:
    'medusa-config registers the payment provider but not the plugin, so every payment fails. Add { resolve: "medusa-payment-crypto", options: {} } to "plugins" in medusa-config.',
  provider_missing:
    'medusa-config registers the plugin but not its payment provider, so nobody can pay with crypto. Add { resolve: "medusa-payment-crypto/providers/crypto", id: "default", options: {…} } to the providers of "@medusajs/medusa/payment" in medusa-config.',
  provider_without_id:
    'A payment provider of this plugin has no id in medusa-config, so no region can offer it. Add id: "default" below its resolve, and run `npx medusa db:migrate`.',
  package_as_provider:
    'medusa-config resolves "medusa-payment-crypto" as a payment provider. That is the plugin; its provider is resolve: "medusa-payment-crypto/providers/crypto".',
  unknown_option: "medusa-config has an option that does not exist. It is ignored.",
  misplaced_option: "medusa-config has an option in the wrong place. It is ignored.",
  migrations_missing:
    "The plugin's tables are missing or older than its code, so no payment works. Run `npx medusa db:migrate` and restart Medusa.",
  provider_in_no_region:
    "No region has the payment provider, so shoppers cannot choose it. Add it to a region in Medusa's admin under Settings, Regions.",
  storefront_not_in_cors:
    "STORE_CORS lacks the origin of the storefront, so shoppers' browsers cannot call this server from there. Add the origin to STORE_CORS.",
  locks_not_shared:
    "Several Medusa processes run, and each keeps its locks in its own memory. Configure a locking provider that they share, as docs/operations.md#several-servers shows.",
} as const

export type SetupCode = keyof typeof SETUP_WORDS
