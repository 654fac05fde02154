import type { MedusaContainer } from "@medusajs/framework/types"
import type { CryptoPaymentsService } from "../../modules/crypto-payments/service"

/** What one sweep did. */
export type SweepResult = { events: number; settled: number; looked: number; expired: number; postponed: number }

/** What the parts of a sweep share. */
export type SweepTools = {
  container: MedusaContainer
  module: CryptoPaymentsService
  clock: () => Date
  result: SweepResult
}
