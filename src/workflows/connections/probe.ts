import { randomBytes, randomUUID } from "node:crypto"
import { mayReachPrivate } from "../../core/connection/base-url"
import { judgeLookup, judgeWrongKeys, type LookupOutcome, type TestCode } from "../../core/connection/connection-test"
import { StoreApiClient } from "../../store-api/client"
import { isStoreApiError } from "../../store-api/error"

export type Credentials = { baseUrl: string; apiKey: string; secretKey: string; allowPrivateAddress: boolean }

export type Verdict = {
  code: TestCode
  /** A WireCode or a code of the service; null if nothing failed. */
  errorCode: string | null
  /** A hint for the admin; never a header or a body. */
  detail: string | null
}

/**
 * Asks for the status of a payment that cannot exist, first with the keys and then with wrong keys. If the service
 * refuses only the second request, it accepts the keys. It creates nothing.
 * @param deadlineMs for both requests together, in milliseconds
 * @param onThrottled called after a 429 with the seconds to wait
 */
export async function probe(
  credentials: Credentials,
  deadlineMs: number,
  onThrottled: (seconds: number) => Promise<unknown>,
): Promise<Verdict> {
  const until = performance.now() + deadlineMs
  const ask = (keys: Credentials) => lookUpNothing(keys, until - performance.now(), onThrottled)

  const first = await ask(credentials)
  const verdict = judgeLookup(first)
  if (verdict !== "unknown_payment") return verdictOf(verdict, first)

  const word = randomBytes(12).toString("hex")
  const second = await ask({ ...credentials, apiKey: `pk_test_${word}`, secretKey: `sk_test_${word}` })
  const judged = judgeWrongKeys(second)
  if (judged === "ok") return { code: "ok", errorCode: null, detail: null }
  return judged === "not_this_api"
    ? { code: judged, errorCode: "not_this_api", detail: "it answers without checking the keys" }
    : verdictOf(judged, second)
}

type Outcome = LookupOutcome & { detail?: string | undefined }

async function lookUpNothing(
  { baseUrl, apiKey, secretKey, allowPrivateAddress }: Credentials,
  remainingMs: number,
  onThrottled: (seconds: number) => Promise<unknown>,
): Promise<Outcome> {
  const deadlineMs = Math.max(1, Math.floor(remainingMs))
  const client = new StoreApiClient({
    baseUrl,
    apiKey,
    secretKey,
    allowPrivate: mayReachPrivate(baseUrl, allowPrivateAddress),
    connectTimeoutMs: Math.min(3000, deadlineMs),
    onThrottled,
  })
  try {
    await client.getPayment(randomUUID(), { deadlineMs, attempts: 1 })
    return { code: "malformed_response", status: 200, detail: "it returned a payment that does not exist" }
  } catch (error) {
    if (!isStoreApiError(error)) throw error
    return { code: error.code, status: error.status, detail: error.detail }
  } finally {
    await client.close()
  }
}

const verdictOf = (code: TestCode, outcome: Outcome): Verdict => ({
  code,
  errorCode: outcome.code,
  detail: detailOf(outcome),
})

const WORDS: Record<string, string> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "the name is not known to DNS",
  EAI_AGAIN: "DNS did not answer",
  EHOSTUNREACH: "this host cannot be reached",
  ENETUNREACH: "this network cannot be reached",
  connect_timeout: "the connection timed out",
  connection_lost: "the connection was closed without an answer",
  unexpected_redirect: "it redirects elsewhere",
}

function detailOf({ code, status, detail }: Outcome): string {
  const word = (detail && WORDS[detail]) ?? WORDS[code]
  if (word) return detail && detail !== word && /^[A-Z_0-9]+$/.test(detail) ? `${word} (${detail})` : word
  const answered = status > 0 ? `HTTP ${status}` : code
  return detail ? `${answered}, ${detail}` : answered
}
