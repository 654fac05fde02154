import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { clearNoteOfCart, ORDER_METADATA_KEY } from "../../medusa/metadata"

/**
 * Drops the pay link from metadata that a shopper sends: Medusa copies a cart's metadata into its order, and mail templates
 * link to what stands there. Registered without a method on every store route, so it runs before core's validators copy the
 * body and covers the store's own routes too.
 */
export function dropReservedMetadata(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const metadata = (req.body as { metadata?: unknown } | null | undefined)?.metadata
  if (typeof metadata === "object" && metadata !== null)
    delete (metadata as Record<string, unknown>)[ORDER_METADATA_KEY]
  next()
}

/** Removes the pay link from a cart that got one another way, such as before the plugin was installed. */
export async function clearReservedMetadata(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  await clearNoteOfCart(req.scope, req.params.id as string, new Date())
  next()
}
