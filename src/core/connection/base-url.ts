import { isPrivateAddress } from "./private-address"

/**
 * What is wrong with a base URL, after the setting's name. The keys are sent to it, and with a private address an admin
 * could make the server call what only the server can reach (SSRF).
 */
export const BASE_URL_SENTENCES = {
  base_url_invalid: "is not a URL",
  base_url_with_credentials: "must not carry a user name or a password",
  base_url_with_query: "must not carry a query or a fragment",
  base_url_not_https: "must start with https:// (http:// is for this machine itself, with test keys only)",
  base_url_private:
    "names an address of a private network; the server's owner must allow that with allowPrivateAddress (environment: CRYPTO_PAYMENTS_ALLOW_PRIVATE_ADDRESS)",
}

export type BaseUrlProblem = keyof typeof BASE_URL_SENTENCES

/** @returns the URL as stored: origin and path, without a trailing slash */
export function parseBaseUrl(text: string): { ok: true; url: string } | { ok: false; problem: BaseUrlProblem } {
  if (!URL.canParse(text)) return { ok: false, problem: "base_url_invalid" }
  const url = new URL(text)
  if (url.username || url.password) return { ok: false, problem: "base_url_with_credentials" }
  if (url.search || url.hash) return { ok: false, problem: "base_url_with_query" }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && LOOPBACK.test(url.hostname))) {
    return { ok: false, problem: "base_url_not_https" }
  }
  // The lookbehind keeps this linear; without it a long run of slashes takes seconds.
  return { ok: true, url: url.origin + url.pathname.replace(/(?<!\/)\/+$/, "") }
}

/** Checks a base URL before each use, because a stored one may have been changed. Without keys no mode is known. */
export function baseUrlProblem(
  baseUrl: string,
  { testMode, allowPrivate }: { testMode: boolean | undefined; allowPrivate: boolean },
): BaseUrlProblem | undefined {
  const parsed = parseBaseUrl(baseUrl)
  if (!parsed.ok) return parsed.problem
  const { protocol, hostname } = new URL(parsed.url)
  if (protocol === "http:" && testMode === false) return "base_url_not_https"
  const isPrivate = LOOPBACK.test(hostname) ? testMode === false : isPrivateAddress(hostname)
  return isPrivate && !allowPrivate ? "base_url_private" : undefined
}

/** Whether the host may resolve to a private address: if the setting allows it, or if the host is this machine. */
export const mayReachPrivate = (baseUrl: string, allowPrivate: boolean): boolean =>
  allowPrivate || LOOPBACK.test(new URL(baseUrl).hostname)

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
