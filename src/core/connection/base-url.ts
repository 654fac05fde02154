import { isPrivateAddress } from "./private-address"

/**
 * Where the keys are sent: https, or http to this machine itself while testing. An address of one's own network is
 * taken only where the server's owner says so, since an admin who may type any address could otherwise make the
 * server call things that only it can reach.
 */
export type BaseUrlProblem =
  | "base_url_invalid"
  | "base_url_with_credentials"
  | "base_url_with_query"
  | "base_url_not_https"
  | "base_url_private"

/** What follows the setting's name in a sentence. */
export const BASE_URL_SENTENCES: Record<BaseUrlProblem, string> = {
  base_url_invalid: "is not a URL",
  base_url_with_credentials: "must not carry a user name or a password",
  base_url_with_query: "must not carry a query or a fragment",
  base_url_not_https: "must start with https:// (http:// is for this machine itself, with test keys only)",
  base_url_private:
    "names an address of a private network; the server's owner must allow that with allowPrivateAddress (environment: CRYPTO_PAYMENTS_ALLOW_PRIVATE_ADDRESS)",
}

/** @returns the address as it is kept: origin and path, without a slash at its end */
export function parseBaseUrl(text: string): { ok: true; url: string } | { ok: false; problem: BaseUrlProblem } {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return { ok: false, problem: "base_url_invalid" }
  }
  if (url.username || url.password) return { ok: false, problem: "base_url_with_credentials" }
  if (url.search || url.hash) return { ok: false, problem: "base_url_with_query" }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    return { ok: false, problem: "base_url_not_https" }
  }
  // Without looking back, each slash of a long row would be begun with anew, and that is seconds.
  return { ok: true, url: url.origin + url.pathname.replace(/(?<!\/)\/+$/, "") }
}

/**
 * Judged again wherever it is used: what is stored may have been written by other hands than ours.
 * @param testMode undefined while the API key is not known, which leaves the question for later
 */
export function baseUrlProblem(
  baseUrl: string,
  { testMode, allowPrivate }: { testMode: boolean | undefined; allowPrivate: boolean },
): BaseUrlProblem | undefined {
  const parsed = parseBaseUrl(baseUrl)
  if (!parsed.ok) return parsed.problem
  const { protocol, hostname } = new URL(parsed.url)
  const loopback = isLoopback(hostname)
  if (protocol === "http:" && testMode === false) return "base_url_not_https"
  if (loopback ? testMode === false && !allowPrivate : isPrivateAddress(hostname) && !allowPrivate) {
    return "base_url_private"
  }
  return undefined
}

/** Whether names may resolve to private addresses: where it is allowed, or where the name is this machine's own. */
export const mayReachPrivate = (baseUrl: string, allowPrivate: boolean): boolean =>
  allowPrivate || isLoopback(new URL(baseUrl).hostname)

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)
