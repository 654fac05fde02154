import type { MedusaContainer } from "@medusajs/framework/types"
import { findChangedOrdersWorkflow } from "../workflows"

export default async function findChangedOrdersJob(container: MedusaContainer): Promise<void> {
  await findChangedOrdersWorkflow(container).run()
}

/**
 * An order's event reviews a change at once. This job finds changes and cancellations whose event was lost, credit lines,
 * for which Medusa emits no event, and summaries in which Medusa lost a capture.
 */
export const config = { name: "find-changed-orders-of-crypto-payments", schedule: { interval: 15 * 60_000 } }
