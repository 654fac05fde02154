import type { MedusaRequest } from "@medusajs/framework/http"

/**
 * Whether a form was sent by the page itself and not by another site, which would have to know the token besides.
 * `Sec-Fetch-Site` says so where the browser sends it. Where it does not, an origin must be this one, or "null", which
 * is what a page with `Referrer-Policy: no-referrer` sends of itself (Fetch, "append a request `Origin` header").
 */
export function isOwnForm(req: MedusaRequest): boolean {
  const site = req.get("sec-fetch-site")
  if (site !== undefined) return site === "same-origin"
  const origin = req.get("origin")
  return origin === undefined || origin === "null" || hostOf(origin) === req.get("host")?.toLowerCase()
}

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}
