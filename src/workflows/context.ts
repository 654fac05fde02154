import type { MedusaContainer } from "@medusajs/framework/types"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../modules/crypto-payments/service"

/** The first argument of every use-case; the second is the command. */
export type Context = {
  /** Medusa's container: the application's, or that of a request or a workflow step. */
  container: MedusaContainer
  /** Our tables, connections and secrets. */
  store: CryptoPaymentsService
  clock: () => Date
  log: CryptoPaymentsService["log"]
}

/** @param clock tests pass in their own */
export function contextOf(container: MedusaContainer, clock?: () => Date): Context {
  const store: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  return { container, store, clock: clock ?? store.clock, log: (code, facts) => store.log(code, facts) }
}
