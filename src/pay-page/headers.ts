/**
 * What a browser may do with the page: nothing, but for its own style and script, news from and forms to its own
 * address, the store's logo if it has one, and being framed by whom the store names.
 * @param nonce fresh for each answer
 * @param frameOrigins origins that may frame the page; none: nobody
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
    ...(images ? ["img-src 'self'"] : []),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameOrigins.length > 0 ? frameOrigins.join(" ") : "'none'"}`,
  ].join("; ")
  return {
    ...plainHeaders(),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    // This header takes no list of origins, so with a list it would contradict frame-ancestors.
    ...(frameOrigins.length > 0 ? {} : { "X-Frame-Options": "DENY" }),
  }
}

/** Headers of every answer here, JSON too: no cache keeps it, and no referrer tells its address. */
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

/** A year: the file's name changes with its bytes. */
const LOGO_SECONDS = 31_536_000

/** A logo is shown in images only. Opened as a page of its own, what an SVG file holds can neither run nor load anything. */
export const logoHeaders = (type: string): Record<string, string> => ({
  "Content-Type": type,
  "Cache-Control": `public, max-age=${LOGO_SECONDS}, immutable`,
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  "X-Content-Type-Options": "nosniff",
  // The admin may be on another origin.
  "Cross-Origin-Resource-Policy": "cross-origin",
})
