import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { clearNoteOfCart, ORDER_METADATA_KEY } from "../../medusa/metadata"
import { contextOf } from "../../workflows/context"

/**
 * Drops the pay link from metadata that a shopper sends: Medusa copies a cart's metadata into its order, and mail templates
 * use that link.
 *
 * It is registered without a method on every store route, so it runs before core's validators copy the body, and also
 * covers the store's own routes.
 */
export function dropReservedMetadata(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const metadata = (req.body as { metadata?: unknown } | null | undefined)?.metadata
  if (typeof metadata === "object" && metadata !== null)
    delete (metadata as Record<string, unknown>)[ORDER_METADATA_KEY]
  next()
}

/** Removes a pay link that a cart got in another way, for example before the plugin was installed. */
export async function clearReservedMetadata(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  await clearNoteOfCart(req.scope, req.params.id as string, contextOf(req.scope).clock())
  next()
}
