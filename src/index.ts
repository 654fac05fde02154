import { SETUP_WORDS } from "./core/connection/setup"

/** Medusa loads this only if a store wrongly resolves the package itself as its payment provider. */
const packageAsProvider = {
  identifier: "medusa-payment-crypto",

  /** Medusa calls this at startup, so the server stops with a message that says what to correct. */
  validateOptions(): never {
    throw new Error(SETUP_WORDS.package_as_provider)
  },
}

export default { services: [packageAsProvider] }
