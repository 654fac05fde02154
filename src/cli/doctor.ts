import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { TEST_SENTENCES } from "../core/connection/connection-test"
import { HEALTH_WORDS, type HealthReason } from "../core/connection/health"
import { judgeSetup, type SetupProblem, setupSentence } from "../core/connection/setup"
import { errorLine } from "../core/text/redact"
import { setupFacts } from "../modules/crypto-payments/connections/setup-facts"
import { CRYPTO_PAYMENTS_MODULE } from "../modules/crypto-payments/service"
import { testConnection } from "../workflows/connections/test-connection"
import { type Context, contextOf } from "../workflows/context"
import { readHealth } from "../workflows/health/read-health"
import { setupProblems } from "../workflows/health/setup"
import { whatIsOpen } from "../workflows/health/what-is-open"

/** What was checked; `fix` is null if it passed. */
export type Check = { about: string; fix: string | null }

/** Who tested a connection, for the audit log. */
const ACTOR = "medusa-payment-crypto doctor"

/** Run by `medusa exec`, which exits with the code that is set here. */
export default async function doctor({ container, args }: { container: MedusaContainer; args: string[] }) {
  const examined = args.includes("leaving") ? leaving(container) : examine(container)
  const lines = await examined.then(linesOf, (error) => ({ ok: false, text: `FIX  ${errorLine(error)}` }))
  process.stdout.write(`${lines.text}\n`)
  if (!lines.ok) process.exitCode = 1
}

export function linesOf(checks: readonly Check[]): { ok: boolean; text: string } {
  const wrong = checks.filter(({ fix }) => fix !== null)
  const lines = checks.map(({ about, fix }) => (fix === null ? `ok   ${about}` : `FIX  ${about}: ${fix}`))
  const summary = wrong.length === 0 ? "All is well." : `${wrong.length} of ${checks.length} checks need a correction.`
  return { ok: wrong.length === 0, text: [...lines, summary].join("\n") }
}

/** Checks the setup first: what needs the plugin's tables, or the service, is asked only if they are there. */
async function examine(container: MedusaContainer): Promise<Check[]> {
  const config = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE) as never
  if (!container.hasRegistration(CRYPTO_PAYMENTS_MODULE)) {
    const problems = judgeSetup(setupFacts(config, undefined))
    return problems.length > 0 ? problems.map(ofProblem) : [{ about: "plugin", fix: "It is not in medusa-config." }]
  }
  const context = contextOf(container)
  const problems = await setupProblems(context)
  const setup = SETUP.map(([about, codes]): Check => {
    const found = problems.filter(({ code }) => codes.includes(code))
    return { about, fix: found.length > 0 ? found.map(setupSentence).join(" ") : null }
  })
  if (problems.some(({ code }) => code === "migrations_missing")) return setup
  const connections = await Promise.all(context.store.connectionIds().map((id) => examineConnection(context, id)))
  return [...setup, ...connections.flat(), ...(await examineHealth(context))]
}

/** What must be over before the provider may go; docs/leaving.md says how. */
async function leaving(container: MedusaContainer): Promise<Check[]> {
  const { connections, attention } = await whatIsOpen(contextOf(container))
  const checks = connections.flatMap(({ id, regions, payments }): Check[] => {
    const offered = regions > 0 ? "Take it out of every region first." : null
    const watched =
      payments > 0 ? `${payments} are still watched, or not settled. Keep the provider until none is.` : null
    return [
      { about: `connection ${id}, regions`, fix: offered },
      { about: `connection ${id}, payments`, fix: watched },
    ]
  })
  const items = attention > 0 ? `${attention} items need a person. Settle, pay back or close each.` : null
  return [...checks, { about: "attention", fix: items }]
}

/** What a passed check is called, and the problems that fail it. */
const SETUP: readonly (readonly [string, readonly SetupProblem["code"][]])[] = [
  ["tables", ["migrations_missing"]],
  ["plugin and payment provider", ["plugin_missing", "provider_missing", "provider_without_id"]],
  ["options", ["unknown_option", "misplaced_option"]],
  ["regions", ["provider_in_no_region"]],
  ["STORE_CORS", ["storefront_not_in_cors"]],
  ["locks", ["locks_not_shared"]],
]

const ofProblem = (problem: SetupProblem): Check => ({ about: problem.code, fix: setupSentence(problem) })

async function examineConnection(context: Context, connection_id: string): Promise<Check[]> {
  const about = `connection ${connection_id}`
  const connection = await context.store.connection(connection_id, 0)
  const missing = connection?.missing.includes("endpointSecret") ?? false
  const secret: Check = {
    about: `${about}, endpoint secret`,
    fix: missing
      ? "Enter the secret of the webhook endpoint in the admin, or set CRYPTO_PAYMENTS_ENDPOINT_SECRET."
      : null,
  }
  const tested = await testConnection(context, { connection_id, actor_id: ACTOR })
  const { code, detail } = tested.ok ? tested.result : { code: "incomplete" as const, detail: null }
  const sentence = `${TEST_SENTENCES[code]}${detail ? ` (${detail})` : ""}`
  return [secret, { about: `${about}, service`, fix: code === "ok" ? null : sentence }]
}

/** Reported above, each with more than the health page knows. */
const TOLD = ["no_connection", "setup_incomplete", "setup_mistake", "keys_refused", "store_disabled", "service_failing"]

async function examineHealth(context: Context): Promise<Check[]> {
  const { reasons } = await readHealth(context)
  const others = reasons.filter(({ code }) => !TOLD.includes(code))
  const told = ({ code, connectionId, detail }: HealthReason): Check => ({
    about: connectionId ? `${code} of ${connectionId}` : code,
    fix: `${HEALTH_WORDS[code]}${detail ? ` (${detail})` : ""}`,
  })
  return others.length > 0 ? others.map(told) : [{ about: "payments flow", fix: null }]
}
