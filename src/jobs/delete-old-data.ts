import type { MedusaContainer } from "@medusajs/framework/types"
import { deleteOldCryptoPaymentDataWorkflow } from "../workflows"

export default async function deleteOldDataJob(container: MedusaContainer): Promise<void> {
  await deleteOldCryptoPaymentDataWorkflow(container).run()
}

export const config = { name: "delete-old-data-of-crypto-payments", schedule: { interval: 10 * 60_000 } }
