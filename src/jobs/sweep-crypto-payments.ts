import type { MedusaContainer } from "@medusajs/framework/types"
import { sweepCryptoPaymentsWorkflow } from "../workflows"

export default async function sweepJob(container: MedusaContainer): Promise<void> {
  await sweepCryptoPaymentsWorkflow(container).run()
}

/** Interrupted work continues within a minute: after its lease of 40 s and one tick of this job. */
export const config = { name: "sweep-crypto-payments", schedule: { interval: 10_000 } }
