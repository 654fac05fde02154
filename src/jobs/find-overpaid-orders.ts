import type { MedusaContainer } from "@medusajs/framework/types"
import { findOverpaidOrdersWorkflow } from "../workflows"

export default async function findOverpaidOrdersJob(container: MedusaContainer): Promise<void> {
  await findOverpaidOrdersWorkflow(container).run()
}

/**
 * An order's event reviews a change at once. This job finds changes whose event was lost, credit lines, for which
 * Medusa emits no event, and summaries in which Medusa lost a capture.
 */
export const config = { name: "find-overpaid-orders-of-crypto-payments", schedule: { interval: 15 * 60_000 } }
