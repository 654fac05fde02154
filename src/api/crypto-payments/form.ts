import type { MedusaRequest } from "@medusajs/framework/http"
import type { QuoteChoice } from "../../workflows/renew-quote/renew-quote"

/** The form's `choice`: "BTC" or "USDC:base", or nothing for the same asset again. The use-case checks the names. */
export function readChoice(body: unknown): QuoteChoice {
  const choice = (body as { choice?: unknown } | null | undefined)?.choice
  if (typeof choice !== "string" || choice === "") return {}
  const [asset, chain] = choice.slice(0, 64).split(":")
  return { asset, chain: chain || null }
}

/**
 * Whether the page itself sent the form, and not another site. `Sec-Fetch-Site` says so if the browser sends it. Else the
 * origin must be this one, or "null", which a page with `Referrer-Policy: no-referrer` sends of itself (Fetch, "append a
 * request `Origin` header").
 */
export function isOwnForm(req: MedusaRequest): boolean {
  const site = req.get("sec-fetch-site")
  if (site !== undefined) return site === "same-origin"
  const origin = req.get("origin")
  return origin === undefined || origin === "null" || hostOf(origin) === req.get("host")?.toLowerCase()
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
