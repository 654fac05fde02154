import type { MedusaContainer } from "@medusajs/framework/types"
import { findCanceledOrdersWorkflow } from "../workflows"

export default async function findCanceledOrdersJob(container: MedusaContainer): Promise<void> {
  await findCanceledOrdersWorkflow(container).run()
}

/** The event of a canceled order opens its payout-due item at once; this job finds orders whose event was lost. */
export const config = { name: "find-canceled-orders-of-crypto-payments", schedule: { interval: 15 * 60_000 } }
