import type { MedusaRequest } from "@medusajs/framework/http"
import { type LogoFile, logoFile } from "../../core/connection/logo"
import type { GivenSettings } from "../../core/connection/settings"
import type { Brand } from "../../pay-page/parts/brand"

/**
 * The way from a page to the folder that it is in, `/crypto-payments`. It is relative, so it also works behind a proxy
 * that serves this server under a path prefix.
 */
export function folderOf(req: MedusaRequest): string {
  const [path = ""] = req.originalUrl.split("?")
  return path.endsWith("/") ? "../" : "./"
}

/** Hashing a large logo takes a millisecond, so it is done once for each time that settings are read. */
const files = new WeakMap<GivenSettings, LogoFile>()

export function logoOf(settings: GivenSettings): LogoFile | undefined {
  if (settings.logo === undefined) return undefined
  const file = files.get(settings) ?? logoFile(settings.logo)
  files.set(settings, file)
  return file
}

/** What a connection's settings make its pages look like. */
export function brandOf(req: MedusaRequest, settings: GivenSettings): Brand {
  const { accentColor, supportLink } = settings
  const logo = logoOf(settings)
  return { logoUrl: logo && `${folderOf(req)}logo/${logo.name}`, accentColor, supportLink }
}
