import type { MedusaContainer } from "@medusajs/framework/types"
import { findOverpaidOrdersWorkflow } from "../workflows"

export default async function findOverpaidOrdersJob(container: MedusaContainer): Promise<void> {
  await findOverpaidOrdersWorkflow(container).run()
}

/** The event of a changed order reviews it at once; this finds those whose event was lost, and credit lines, which have none. */
export const config = { name: "find-overpaid-orders-of-crypto-payments", schedule: { interval: 15 * 60_000 } }
