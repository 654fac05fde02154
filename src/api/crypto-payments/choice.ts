import type { QuoteChoice } from "../../workflows/renew-quote/renew-quote"

/**
 * What a form of the page asks for: `choice` as "BTC" or "USDC:base", or nothing for the same asset again. What the
 * words mean is judged where the payment is known.
 */
export function readChoice(body: unknown): QuoteChoice {
  const choice = (body as { choice?: unknown } | null | undefined)?.choice
  if (typeof choice !== "string" || choice === "") return {}
  const [asset, chain] = choice.slice(0, 64).split(":")
  return { asset, chain: chain || null }
}
