import { container } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"

/** The store's container, in which use-cases run. A provider is handed the payment module's own, which has less in it. */
export const appContainer = (): MedusaContainer => container
