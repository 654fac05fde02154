import type { MedusaRequest } from "@medusajs/framework/http"
import { type LogoFile, logoFile } from "../../core/connection/logo"
import type { GivenSettings } from "../../core/connection/settings"
import type { Brand } from "../../pay-page/parts/brand"

/** The path from a page to its folder. It is relative, so it also works behind a proxy that adds a path prefix. */
export function folderOf(req: MedusaRequest): string {
  const [path = ""] = req.originalUrl.split("?")
  return path.endsWith("/") ? "../" : "./"
}

/** Hashing a large logo takes a millisecond, so the file is cached for each settings object. */
const files = new WeakMap<GivenSettings, LogoFile>()

export function logoOf(settings: GivenSettings): LogoFile | undefined {
  if (settings.logo === undefined) return undefined
  const file = files.get(settings) ?? logoFile(settings.logo)
  files.set(settings, file)
  return file
}

export function brandOf(req: MedusaRequest, settings: GivenSettings): Brand {
  const { accentColor, supportLink } = settings
  const logo = logoOf(settings)
  return { logoUrl: logo && `${folderOf(req)}logo/${logo.name}`, accentColor, supportLink }
}
