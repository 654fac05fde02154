import { randomBytes, randomUUID } from "node:crypto"
import { mayReachPrivate } from "../../core/connection/base-url"
import {
  judgeLookup,
  judgeWrongKeys,
  type LookupOutcome,
  TEST_SENTENCES,
  type TestCode,
} from "../../core/connection/connection-test"
import { DEFAULT_SETTINGS, type GivenSettings, missingWords, problemWords } from "../../core/connection/settings"
import { adminError, type Result } from "../../core/text/admin-errors"
import { type Connection, resolveConnection } from "../../modules/crypto-payments/connections/resolve"
import { type ConnectionPatch, mayCallAt } from "../../modules/crypto-payments/stores/connections"
import type { ConnectionRow } from "../../modules/crypto-payments/stores/rows"
import { StoreApiClient } from "../../store-api/client"
import { isStoreApiError } from "../../store-api/outcome"
import { type Context, oneStepWorkflow } from "../context"
import { type AccountUsed, accountUsed, afterFailure, afterSuccess } from "./call-outcome"

type TestConnectionInput = { connection_id: string; actor_id: string }

export type ConnectionTestResult = {
  code: TestCode
  message: string
  detail: string | null
  checked_at: string
  took_ms: number
}

/** In milliseconds. An admin waits for the result. */
const TIMEOUT_MS = 6_000

/** With the keys, and with wrong ones. */
const PROBE_CALLS = 2

/**
 * Tests whether the service accepts these credentials, and says why not. It needs no endpoint secret, respects rate
 * limits and creates nothing.
 */
export async function testConnection(
  context: Context,
  { connection_id, actor_id }: TestConnectionInput,
): Promise<Result<{ result: ConnectionTestResult }>> {
  const { store, clock } = context
  const now = clock()
  const connection = await store.connection(connection_id, 0)
  if (!connection) return adminError("unknown_connection")

  const began = performance.now()
  const credentials = credentialsOf(connection.given)
  const verdict =
    withoutAsking(connection, credentials, now) ?? (await probeWithin(context, connection, credentials as Credentials))
  const took_ms = Math.round(performance.now() - began)

  const tested = JSON.stringify(credentials)
  const { config } = connection
  await store.connections.change(
    connection_id,
    (row) => {
      // If the keys were replaced meanwhile, the result says nothing about the connection's health.
      const same =
        JSON.stringify(credentialsOf(resolveConnection(connection_id, config, row, store.secretBox).given)) === tested
      const action = { kind: "connection_tested" as const, connection_id, actor_id, outcome: verdict.code }
      const patch = same ? healthPatchAfterTest(verdict, accountUsed(connection_id, credentials), row, now) : undefined
      return { result: undefined, action, ...(patch ? { patch } : {}) }
    },
    now,
  )
  store.forget(connection_id)
  const { code, detail } = verdict
  const result = { code, message: TEST_SENTENCES[code], detail, checked_at: now.toISOString(), took_ms }
  return { ok: true, result }
}

/** Asks the service twice. A person waits, so the lookups after it wait instead. */
async function probeWithin(
  { store, clock }: Context,
  { id, settings }: Connection,
  credentials: Credentials,
): Promise<Verdict> {
  const ceiling = settings?.maxCallsPerMinute ?? DEFAULT_SETTINGS.maxCallsPerMinute
  await store.connections.takeLookups(id, { wanted: PROBE_CALLS, ceiling, urgent: true }, clock())
  return probe(credentials, TIMEOUT_MS, (seconds) => store.throttle(id, "lookup", seconds))
}

function credentialsOf(given: GivenSettings): Credentials | undefined {
  const { baseUrl, apiKey, secretKey, allowPrivateAddress = DEFAULT_SETTINGS.allowPrivateAddress } = given
  if (baseUrl === undefined || apiKey === undefined || secretKey === undefined) return undefined
  return { baseUrl, apiKey, secretKey, allowPrivateAddress }
}

/** The verdict if it needs no request. */
function withoutAsking(
  { missing, problems, unreadable, row }: Connection,
  credentials: Credentials | undefined,
  now: Date,
): Verdict | undefined {
  const verdict = (code: TestCode, detail: string | null): Verdict => ({ code, errorCode: null, detail })
  const [problem] = problems
  // The sentence of the verdict says all that the problem's message says.
  if (problem?.code === "base_url_private") return verdict("private_address", null)
  if (problem) return verdict("incomplete", problemWords(problem))
  if (!credentials) {
    const lacks = missingWords(missing.filter((one) => one !== "endpointSecret"))
    const unread = unreadable.includes("secret_key_sealed")
    return verdict(
      "incomplete",
      unread ? "no configured encryption key opens the stored secret key" : `missing: ${lacks}`,
    )
  }
  const until = row ? mayCallAt(row, "lookup") : 0
  if (until > now.getTime()) return verdict("throttled", `until ${new Date(until).toISOString()}`)
  return undefined
}

function healthPatchAfterTest(
  { code, errorCode }: Verdict,
  { account }: AccountUsed,
  row: ConnectionRow,
  now: Date,
): ConnectionPatch | undefined {
  switch (code) {
    case "ok":
      return afterSuccess(row, account, "lookup", now)
    case "throttled":
    case "incomplete":
      return undefined
    default: {
      if (errorCode === null) return undefined
      const meaning = code === "keys_refused" ? "keys_refused" : code === "store_disabled" ? code : "outage"
      return afterFailure(row, account, { code: errorCode, meaning }, now)
    }
  }
}

export const testCryptoConnectionWorkflow = oneStepWorkflow("test-crypto-connection", testConnection)

type Credentials = { baseUrl: string; apiKey: string; secretKey: string; allowPrivateAddress: boolean }

type Verdict = {
  code: TestCode
  /** A WireCode or a code of the service; null if nothing failed. */
  errorCode: string | null
  /** A hint for the admin; never a header or a body. */
  detail: string | null
}

/**
 * Asks for the status of a payment that cannot exist, first with the keys and then with wrong keys. If the service
 * refuses only the second request, it accepts the keys, and nothing was created.
 * @param timeoutMs for both requests together, in milliseconds
 * @param onThrottled called after a 429 with the seconds to wait
 */
async function probe(
  credentials: Credentials,
  timeoutMs: number,
  onThrottled: (seconds: number) => Promise<unknown>,
): Promise<Verdict> {
  const until = performance.now() + timeoutMs
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
  const timeoutMs = Math.max(1, Math.floor(remainingMs))
  const client = new StoreApiClient({
    baseUrl,
    apiKey,
    secretKey,
    allowPrivate: mayReachPrivate(baseUrl, allowPrivateAddress),
    connectTimeoutMs: Math.min(3000, timeoutMs),
    onThrottled,
  })
  try {
    await client.getPayment(randomUUID(), { timeoutMs, attempts: 1 })
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
