import type { MedusaContainer } from "@medusajs/framework/types"
import { cancelUnpaidOrdersWorkflow } from "../workflows"

export default async function cancelUnpaidOrdersJob(container: MedusaContainer): Promise<void> {
  await cancelUnpaidOrdersWorkflow(container).run()
}

/** Every minute, because the setting is in minutes. */
export const config = { name: "cancel-unpaid-crypto-orders", schedule: { interval: 60_000 } }
