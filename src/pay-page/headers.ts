/**
 * What a browser may do with the page: nothing, but for its own style and script, news from and forms to its own
 * address, and being framed by whom the store names.
 * @param nonce fresh for each answer
 * @param frameOrigins origins that may frame the page; none: nobody
 */
export function payPageHeaders(nonce: string, frameOrigins: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameOrigins.length > 0 ? frameOrigins.join(" ") : "'none'"}`,
  ].join("; ")
  return {
    ...plainHeaders(),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    // It knows no list of origins, so where there is one it would contradict it.
    ...(frameOrigins.length > 0 ? {} : { "X-Frame-Options": "DENY" }),
  }
}

/** What every answer here carries, JSON too: kept by nobody, and its address told to nobody. */
export const plainHeaders = (): Record<string, string> => ({
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex, nofollow",
  Vary: "Accept, Accept-Language",
})

/** A short time, so that an upgrade of the plugin reaches everybody. */
const SCRIPT_SECONDS = 300

export const walletScriptHeaders = (): Record<string, string> => ({
  "Content-Type": "text/javascript; charset=utf-8",
  "Cache-Control": `public, max-age=${SCRIPT_SECONDS}`,
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
})
