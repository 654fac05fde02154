import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import type { UsualCart } from "../../support/copied-carts"
import type { Seed } from "../../support/seed"
import type { Login } from "../../support/seed-by-command"
import { until } from "../../support/until"

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
  /** A cart to copy; `test:install` has none. */
  usual?: UsualCart
  /** File with Medusa's log; `test:install` has none. */
  log?: string
  endpointSecret: string
  sandbox: { url: string; apiKey: string; secretKey: string }
}

/** Jest's workers inherit the environment. This variable has the path of the file that will contain the place. */
export const PLACE_VARIABLE = "BROWSER_TESTS_PLACE"

/** How long the store may take to start, in milliseconds. */
export const OPEN_WITHIN_MS = 10 * 60_000

/** Writes the place into the file, or why there is none. */
export function keepPlace(file: string, place: Place | { error: string }): void {
  writeFileSync(`${file}.part`, JSON.stringify(place))
  renameSync(`${file}.part`, file)
}

/** Waits until the store is open. Throws if it does not start. */
export async function thePlace(): Promise<Place> {
  const file = process.env[PLACE_VARIABLE] as string
  await until("the browser tests' store is open", () => existsSync(file), OPEN_WITHIN_MS)
  const place: Place | { error: string } = JSON.parse(readFileSync(file, "utf8"))
  if ("error" in place) throw new Error(`The browser tests' store did not start: ${place.error}`)
  return place
}
