import type { Seed } from "../../support/seed"
import type { Login } from "../../support/seed-by-command"

/** A provider without options in medusa-config: all its settings are entered in the admin. */
export const SECOND_CONNECTION = "second"

/** Another provider without options, for a shop whose orders are placed when they are paid. */
export const PAID_FIRST_CONNECTION = "paid-first"

/** Addresses and keys of the servers that the browser tests use. The process that started the tests runs them. */
export type Place = {
  /** Medusa, with its admin under `/app`. */
  url: string
  /** The demo's shop. */
  shop: string
  seed: Seed
  login: Login
  databaseUrl: string
  /** File with Medusa's log; `test:install` has none. */
  log?: string
  endpointSecret: string
  sandbox: { url: string; apiKey: string; secretKey: string }
}

const VARIABLE = "BROWSER_TESTS_PLACE"

/** Passes the place to jest's workers, which inherit the environment. */
export const keepPlace = (place: Place): void => {
  process.env[VARIABLE] = JSON.stringify(place)
}

export const thePlace = (): Place => JSON.parse(process.env[VARIABLE] ?? "null")
