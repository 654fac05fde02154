import type { MedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { GivenSettings } from "../../../../core/connection/settings"

/** Where the service is to send its events: by what the store says of its own address, else by the admin's request. */
export function webhookUrl(req: MedusaRequest, connectionId: string, config: GivenSettings): string {
  const { admin } = req.scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const absolute = [config.backendUrl, admin?.backendUrl].find((url) => url !== undefined && /^https?:\/\//.test(url))
  const base = absolute ?? `${req.protocol}://${req.get("host")}`
  return `${base.replace(/\/+$/, "")}/hooks/crypto-payments/${encodeURIComponent(connectionId)}`
}
