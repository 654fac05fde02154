import type { MedusaContainer } from "@medusajs/framework/types"
import { findOverpaidOrdersWorkflow } from "../workflows"

export default async function findOverpaidOrdersJob(container: MedusaContainer): Promise<void> {
  await findOverpaidOrdersWorkflow(container).run()
}

/** A changed order's event reviews it at once; this job finds lost events, and credit lines, which have no event. */
export const config = { name: "find-overpaid-orders-of-crypto-payments", schedule: { interval: 15 * 60_000 } }
