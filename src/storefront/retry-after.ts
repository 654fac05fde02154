/**
 * Reads a Retry-After header: a number of seconds or a date (RFC 9110, 10.2.3). Returns seconds, null for anything else.
 * @param now Unix milliseconds
 */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  const text = header ?? ""
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // Date.parse accepts more than HTTP's dates, even plain numbers.
  const at = Date.parse(/ GMT$/.test(text) ? text : "")
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}
