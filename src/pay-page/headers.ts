/**
 * Forbids everything except the page's own style and script, requests and forms to its own origin, the store's logo, and
 * frames on the origins that the store names.
 * @param nonce fresh for each answer
 * @param frameOrigins origins that may frame the page; if empty, nobody may
 */
export function payPageHeaders(
  nonce: string,
  frameOrigins: readonly string[],
  { images }: { images: boolean },
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    // Wallets announce their icons as data URIs (EIP-6963).
    `img-src data:${images ? " 'self'" : ""}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameOrigins.length > 0 ? frameOrigins.join(" ") : "'none'"}`,
  ].join("; ")
  return {
    ...plainHeaders(),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    // X-Frame-Options cannot list origins, so with a list it would contradict frame-ancestors.
    ...(frameOrigins.length > 0 ? {} : { "X-Frame-Options": "DENY" }),
  }
}

/** Headers of every answer of the pay page, JSON too. No cache stores it, and no Referer header reveals its address. */
export const plainHeaders = (): Record<string, string> => ({
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex, nofollow",
  Vary: "Accept, Accept-Language",
})

/** Short, so that browsers soon load the script of an upgraded plugin. */
const SCRIPT_SECONDS = 300

export const walletScriptHeaders = (): Record<string, string> => ({
  "Content-Type": "text/javascript; charset=utf-8",
  "Cache-Control": `public, max-age=${SCRIPT_SECONDS}`,
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
})

/** A year: the file's name changes with its bytes. */
const LOGO_SECONDS = 31_536_000

/** If somebody opens an SVG logo as a page, its content can neither run scripts nor load anything. */
export const logoHeaders = (type: string): Record<string, string> => ({
  "Content-Type": type,
  "Cache-Control": `public, max-age=${LOGO_SECONDS}, immutable`,
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  "X-Content-Type-Options": "nosniff",
  // The admin may be on another origin.
  "Cross-Origin-Resource-Policy": "cross-origin",
})
