import type { MedusaRequest } from "@medusajs/framework/http"
import { languageOf } from "../../pay-page/language"

/**
 * The page of another token, seen from this one's address: relative, so that it holds behind a proxy that serves this
 * server under a path of its own. The language that was chosen stays.
 */
export function ownPath(req: MedusaRequest, token: string): string {
  const language = languageOf(req.query.lang)
  const query = language ? `?lang=${language}` : ""
  const [path = ""] = req.originalUrl.split("?")
  return `${path.endsWith("/") ? "../" : "./"}${encodeURIComponent(token)}${query}`
}
