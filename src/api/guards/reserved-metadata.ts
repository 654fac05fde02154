import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { clearNoteOfCart, ORDER_METADATA_KEY } from "../../medusa/metadata"
import { contextOf } from "../../workflows/context"

/**
 * Drops the pay link from a shopper's metadata: Medusa copies it from cart to order, and mail templates use that link.
 * Registered without a method, it runs before core's validators copy the body, and on the store's own routes too.
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
