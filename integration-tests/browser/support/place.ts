import type { Seed } from "../../support/seed"
import type { Login } from "../../support/seed-by-command"

/** A provider that medusa-config registers and says nothing of: all its settings are entered in the admin. */
export const SECOND_CONNECTION = "second"

/** Another such one, for a shop whose orders are placed when they are paid. */
export const PAID_FIRST_CONNECTION = "paid-first"

/** Where everything is that the browser tests look at; it runs in the process that started them. */
export type Place = {
  /** Medusa, with its admin under `/app`. */
  url: string
  /** The demo's shop, which sells what Medusa has. */
  shop: string
  seed: Seed
  login: Login
  databaseUrl: string
  /** File that Medusa's log goes to; an install has none. */
  log?: string
  endpointSecret: string
  sandbox: { url: string; apiKey: string; secretKey: string }
}

const VARIABLE = "BROWSER_TESTS_PLACE"

/** The workers of the tests inherit the environment. */
export const keepPlace = (place: Place): void => {
  process.env[VARIABLE] = JSON.stringify(place)
}

export const thePlace = (): Place => JSON.parse(process.env[VARIABLE] ?? "null")
