import { missingWords } from "../../core/connection/combine-settings"
import { TEST_SENTENCES, type TestCode } from "../../core/connection/connection-test"
import { DEFAULT_SETTINGS, type GivenSettings } from "../../core/connection/settings"
import { adminRefusal, type Done } from "../../core/text/admin-refusals"
import { type Connection, resolveConnection } from "../../modules/crypto-payments/connections/resolve"
import { type ConnectionPatch, mayCallAt } from "../../modules/crypto-payments/stores/connections"
import type { ConnectionRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { oneStepWorkflow } from "../one-step-workflow"
import { type Asked, afterFailure, afterSuccess, askedWith } from "./call-outcome"
import { type Credentials, probe, type Verdict } from "./probe"

type TestConnectionInput = { connection_id: string; actor_id: string }

/** The result that the admin sees. */
export type ConnectionTestResult = {
  code: TestCode
  message: string
  detail: string | null
  checked_at: string
  took_ms: number
}

/** In milliseconds. An admin waits for the result. */
const DEADLINE_MS = 6_000

/** With the keys, and with wrong ones. */
const PROBE_CALLS = 2

/**
 * Tests whether the service accepts these credentials, and says why not. It needs no endpoint secret, respects rate
 * limits and creates nothing.
 */
export async function testConnection(
  context: Context,
  { connection_id, actor_id }: TestConnectionInput,
  { deadlineMs = DEADLINE_MS } = {},
): Promise<Done<{ result: ConnectionTestResult }>> {
  const { store, clock } = context
  const now = clock()
  const connection = await store.connection(connection_id, 0)
  if (!connection) return adminRefusal("unknown_connection")

  const began = performance.now()
  const credentials = credentialsOf(connection.given)
  const verdict =
    withoutAsking(connection, credentials, now) ??
    (await probeWithin(context, connection, credentials as Credentials, deadlineMs))
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
      const patch = same ? healthOf(verdict, askedWith(connection_id, credentials), row, now) : undefined
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
  deadlineMs: number,
): Promise<Verdict> {
  const ceiling = settings?.lookupsPerMinute ?? DEFAULT_SETTINGS.lookupsPerMinute
  await store.connections.takeLookups(id, { wanted: PROBE_CALLS, ceiling, urgent: true }, clock())
  return probe(credentials, deadlineMs, (seconds) => store.throttle(id, "lookup", seconds))
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
  const verdict = (code: TestCode, detail: string): Verdict => ({ code, errorCode: null, detail })
  const [problem] = problems
  if (problem) return verdict(problem.code === "base_url_private" ? "private_address" : "incomplete", problem.message)
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

function healthOf(
  { code, errorCode }: Verdict,
  { account }: Asked,
  row: ConnectionRow,
  now: Date,
): ConnectionPatch | undefined {
  switch (code) {
    case "ok":
      return afterSuccess(account, now)
    case "throttled":
    case "incomplete":
      return undefined
    default: {
      if (errorCode === null) return undefined
      const meaning = code === "wrong_keys" ? "credentials_broken" : code === "store_disabled" ? code : "outage"
      return afterFailure(row, account, { code: errorCode, meaning }, now)
    }
  }
}

export const testCryptoConnectionWorkflow = oneStepWorkflow("test-crypto-connection", testConnection)
