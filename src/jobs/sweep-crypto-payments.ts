import type { MedusaContainer } from "@medusajs/framework/types"
import { sweepCryptoPaymentsWorkflow } from "../workflows"

export default async function sweepJob(container: MedusaContainer): Promise<void> {
  await sweepCryptoPaymentsWorkflow(container).run()
}

/** What a crash left is taken up within a minute: after a lease of 40 s and one tick. */
export const config = { name: "sweep-crypto-payments", schedule: { interval: 10_000 } }
