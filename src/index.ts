import { SETUP_WORDS } from "./core/connection/setup"

/** What Medusa loads if a store resolves the package itself as its payment provider; the plugin is not loaded by this. */
const packageAsProvider = {
  identifier: "medusa-payment-crypto",

  /** Medusa calls it at the start, so the server stops with the correction. */
  validateOptions(): never {
    throw new Error(SETUP_WORDS.package_as_provider)
  },
}

export default { services: [packageAsProvider] }
