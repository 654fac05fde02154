import { container as storesContainer } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { TEST_SENTENCES } from "../core/connection/connection-test"
import { type HealthReason, healthWords, RECENT_MS } from "../core/connection/health"
import { optionProblems, SANDBOX_SECRET, wayToGive } from "../core/connection/settings"
import { judgeSetup, SETUP_WORDS, type SetupProblem, setupSentence } from "../core/connection/setup"
import { errorLine } from "../core/text/log-lines"
import { REFUSAL_ADVICE } from "../core/webhook/event"
import {
  completeOptions,
  connectionId,
  encryptionKeyOf,
  ownProviderEntries,
  packageEntries,
  pluginEntries,
  setupFacts,
  type WholeConfig,
} from "../modules/crypto-payments/connections/configured"
import { isSecretProven } from "../modules/crypto-payments/connections/resolve"
import { SecretBox } from "../modules/crypto-payments/secrets/secret-box"
import { CRYPTO_PAYMENTS_MODULE } from "../modules/crypto-payments/service"
import { testConnection } from "../workflows/connections/test-connection"
import { type Context, contextOf } from "../workflows/context"
import {
  type ConnectionHealth,
  lostProviders,
  outOfRegions,
  readHealth,
  setupProblems,
  whatIsOpen,
} from "../workflows/health/read-health"
import { promotionCodes, promotionState } from "../workflows/promotions/cart-promotions"
import { type DatabaseConfig, databaseProblem } from "./database"
import { commandOfSandbox, MEDUSA_PORT } from "./init/test-sale"

const ACTOR = "medusa-payment-crypto doctor"

/** One check; `fix` is null if it passed. `unchecked`: what would have to be known, if it was not done. */
type Check = { about: string; fix: string | null; unchecked?: string }

/** Medusa loads this file after medusa-config and before it starts. */
const config = storesContainer.resolve<WholeConfig & DatabaseConfig>(ContainerRegistrationKeys.CONFIG_MODULE)

/** The name of a check, and the problems that make it fail. */
type Row = readonly [about: string, codes: readonly SetupProblem["code"][]]

/** Without a storefront's address, STORE_CORS has nothing to be checked against. */
const knowsStorefront = setupFacts(config, undefined).storefrontUrls.length > 0

const NOT_REGISTERED =
  "It is not in medusa-config. Run `npx medusa-payment-crypto init`, or wrap what medusa-config exports in withCryptoPayments(…)."

const TABLES: Row = ["tables", ["migrations_missing"]]
const REGISTERED: Row = ["plugin and payment provider", ["plugin_missing", "provider_missing", "provider_without_id"]]
const IN_CONFIG: readonly Row[] = [
  ["names of the options", ["unknown_option", "misplaced_option"]],
  ["STORE_CORS", ["storefront_not_in_cors"]],
  ["locks, by what medusa-config shows", ["locks_not_shared"]],
]

/** Reports what can be checked without a start of Medusa, which `why` prevents. */
const reportWithoutStart = (why: Check) => report([why, ...configChecks()])

/** Medusa has already printed its error if it stops before it calls `doctor`. */
const stopped = () => reportWithoutStart({ about: "start of Medusa", fix: "Correct its error, above." })

const blocking = blockingMistake()
if (blocking) {
  reportWithoutStart(blocking)
  process.exit()
}
process.once("exit", stopped)

/** Medusa tries for five minutes to reach its database, without a word at this log level. */
void databaseProblem(config).then((fix) => {
  if (fix === null) return
  process.off("exit", stopped)
  reportWithoutStart({ about: "database", fix })
  process.exit()
})

/** The first mistake in medusa-config with which Medusa does not start. */
function blockingMistake(): Check | undefined {
  if (packageEntries(config).length > 0) {
    return { about: "resolve of the payment provider", fix: SETUP_WORDS.package_as_provider }
  }
  for (const entry of ownProviderEntries(config)) {
    const id = connectionId(entry.id)
    const problems = optionProblems(completeOptions(entry.options, id), id)
    const fix = problems.map(({ sentence }) => sentence).join("; ")
    if (fix) return { about: `options of the connection ${id}`, fix }
  }
  try {
    SecretBox.of(encryptionKeyOf(pluginOptions()))
  } catch (error) {
    return { about: "encryption key", fix: (error as Error).message }
  }
  return undefined
}

/** The options of the plugin in medusa-config, which registers it among the plugins or as a module. */
function pluginOptions(): Record<string, unknown> | undefined {
  const entry =
    (config.modules?.[CRYPTO_PAYMENTS_MODULE] as { options?: object } | undefined) ?? pluginEntries(config)[0]
  return entry && ((entry.options ?? {}) as Record<string, unknown>)
}

/** Run by `medusa exec`, which exits with the code that is set here. */
export default async function doctor({ container, args }: { container: MedusaContainer; args: string[] }) {
  process.off("exit", stopped)
  const examined = args.includes("leaving") ? leaving(container) : examine(container)
  report(await examined.catch((error) => [{ about: "checks", fix: errorLine(error) }]))
}

/** Writes a line for each check and one that counts them. */
function report(checks: readonly Check[]): void {
  const lines = checks.map(({ about, fix, unchecked }) => {
    if (unchecked !== undefined) return `--   ${about}: ${unchecked}`
    return fix === null ? `ok   ${about}` : `FIX  ${about}: ${fix}`
  })
  const wrong = checks.filter(({ fix }) => fix !== null).length
  const isWhole = checks.every(({ unchecked }) => unchecked === undefined)
  const well = isWhole ? "All is well." : "Nothing needs a correction, but see the lines with --."
  const summary = wrong === 0 ? well : `${wrong} of ${checks.length} checks need a correction.`
  process.stdout.write(`${[...lines, summary].join("\n")}\n`)
  if (wrong > 0) process.exitCode = 1
}

function configChecks(): Check[] {
  const isRegistered = ownProviderEntries(config).length > 0 || pluginOptions() !== undefined
  if (!isRegistered) return [{ about: "plugin", fix: NOT_REGISTERED }]
  const problems = judgeSetup(setupFacts(config, pluginOptions()))
  const registered = judged(REGISTERED, problems)
  const notLoaded = "medusa-config registers both. Whether they load is not checked, because Medusa did not start."
  const first = registered.fix === null ? { ...registered, unchecked: notLoaded } : registered
  return [first, ...IN_CONFIG.map((row) => judged(row, problems))]
}

/** Checks the setup first. Checks that need the plugin's tables run only if the tables exist. */
async function examine(container: MedusaContainer): Promise<Check[]> {
  if (!container.hasRegistration(CRYPTO_PAYMENTS_MODULE)) return configChecks()
  const context = contextOf(container)
  const problems = await setupProblems(context)
  const setup = [TABLES, REGISTERED, ...IN_CONFIG].map((row) => judged(row, problems))
  setup.push(otherProviders(await lostProviders(context)))
  if (problems.some(({ code }) => code === "migrations_missing")) return setup
  setup.push(...(await inRegions(context)))
  const ids = context.store.connectionIds()
  const checks = (await Promise.all(ids.map((id) => examineConnection(context, id)))).flat()
  const failed = ids.filter((id) => checks.some(({ about, fix }) => about === serviceOf(id) && fix !== null))
  return [...setup, ...checks, ...(await examineHealth(context, failed))]
}

/**
 * Whether regions offer each connection. A former account may stay registered beside one that regions offer, until its
 * addresses are no longer watched.
 */
async function inRegions(context: Context): Promise<Check[]> {
  const ids = context.store.connectionIds()
  const out = await outOfRegions(context)
  const isAlone = out.length === ids.length
  return ids.map((id) => {
    const about = `connection ${id}, regions`
    const lacking = out.find(({ connectionId }) => connectionId === id)
    if (!lacking) return { about, fix: null }
    const { providerId, wasOffered } = lacking
    if (!wasOffered) return { about, fix: setupSentence({ code: "provider_in_no_region", detail: providerId }) }
    const none = `no region offers ${providerId} any more, so nobody can pay with it.`
    if (!isAlone) return { about, fix: null, unchecked: none }
    return { about, fix: `Add the provider to a region: ${none} To remove the plugin, run doctor with --leaving.` }
  })
}

const otherProviders = (lost: readonly string[]): Check => ({
  about: "all payment providers",
  fix:
    lost.length > 0
      ? `Regions offer ${lost.join(", ")}, but Medusa has not loaded it, so shoppers get an error. Register it in medusa-config, in the only entry of "@medusajs/medusa/payment", or take it out of the regions.`
      : null,
})

/** What must be finished before the provider can be removed; see docs/leaving.md. */
async function leaving(container: MedusaContainer): Promise<Check[]> {
  if (!container.hasRegistration(CRYPTO_PAYMENTS_MODULE)) return configChecks()
  const context = contextOf(container)
  const { connections, attention, orders, links } = await whatIsOpen(context)
  const codes = [...(await promotionCodes(context)).values()]
  const states = await Promise.all(codes.map((code) => promotionState(context, code)))
  const active = codes.filter((_, place) => states[place] === "applies" || states[place] === "not_now")
  const mustBeNone = (about: string, count: number, fix: string): Check => ({ about, fix: count > 0 ? fix : null })
  return [
    ...connections.flatMap(({ id, regions, payments, tested }) => [
      mustBeNone(`connection ${id}, regions`, regions, "Take it out of every region first."),
      mustBeNone(
        `connection ${id}, payments${tested > 0 ? `, without ${tested} in test mode, which need no waiting` : ""}`,
        payments,
        `Still watched or not settled: ${payments}. Keep the provider until there are none.`,
      ),
    ]),
    mustBeNone(
      "attention",
      attention,
      `Items that need a person: ${attention}. Settle, pay back or close each of them.`,
    ),
    mustBeNone(
      "promotions",
      active.length,
      `Deactivate ${active.join(", ")} in Medusa. Without the plugin, a shopper who types it gets it with every way to pay.`,
    ),
    mustBeNone("unpaid orders", orders, `${orders} wait for their payment. Wait until they are paid, or cancel them.`),
    mustBeNone(
      "payment links",
      links,
      `${links} still ask for money. Wait until their orders are paid, or credit or cancel the orders.`,
    ),
  ]
}

function judged([about, codes]: Row, problems: readonly SetupProblem[]): Check {
  const found = problems.filter(({ code }) => codes.includes(code))
  const check = { about, fix: found.length > 0 ? found.map(setupSentence).join(" ") : null }
  const isUnchecked = codes.includes("storefront_not_in_cors") && !knowsStorefront
  return isUnchecked ? { ...check, unchecked: "not checked. Set a valid storefrontUrl, so that it can be." } : check
}

/** @param port where the store looks for the sandbox */
function sandboxEnded(port: number, connectionId: string): string {
  const { env } = process
  const command = commandOfSandbox(port, Number(env.PORT || MEDUSA_PORT), connectionId)
  return `The sandbox does not run. Start it with \`${command}\`, or enter the keys of your payment service.`
}

const serviceOf = (connectionId: string): string => `connection ${connectionId}, service`

async function examineConnection(context: Context, connection_id: string): Promise<Check[]> {
  const about = `connection ${connection_id}`
  const connection = await context.store.connection(connection_id, 0)
  const missing = connection?.missing ?? []
  const secret: Check = {
    about: `${about}, endpoint secret`,
    fix: missing.includes("endpointSecret")
      ? `Enter the secret of the webhook endpoint in the admin, or ${wayToGive(["endpointSecret"], connection_id)}.`
      : null,
  }
  const tested = await testConnection(context, { connection_id, actor_id: ACTOR })
  const { code, detail } = tested.ok ? tested.result : { code: "incomplete" as const, detail: null }
  const { baseUrl, endpointSecret, promotionCode } = connection?.given ?? {}
  // An address without a port is no sandbox's.
  const port = baseUrl && endpointSecret?.includes(SANDBOX_SECRET) ? Number(new URL(baseUrl).port) : 0
  const said = code === "unreachable" && port > 0 ? sandboxEnded(port, connection_id) : TEST_SENTENCES[code]
  const keys = missing.filter((name) => name !== "endpointSecret")
  const hint = [...(detail ? [detail] : []), ...(keys.length > 0 ? [wayToGive(keys, connection_id)] : [])].join("; ")
  const sentence = hint ? `${said} (${hint})` : said
  const service = { about: serviceOf(connection_id), fix: code === "ok" ? null : sentence }
  if (promotionCode === undefined) return [secret, service]
  return [secret, service, await examinePromotion(context, `${about}, promotion ${promotionCode}`, promotionCode)]
}

const PROMOTION_WORDS = {
  missing: "Medusa has no promotion with this code. Correct promotionCode; upper and lower case count.",
  inactive: "It is not active. Activate it in Medusa's admin.",
  automatic: "It is automatic. Make a promotion that needs its code.",
}

async function examinePromotion(context: Context, about: string, code: string): Promise<Check> {
  const state = await promotionState(context, code)
  if (state === "applies") return { about, fix: null }
  // The store plans its campaigns and budgets.
  if (state === "not_now") return { about, fix: null, unchecked: "its campaign does not run now, or it is used up." }
  return { about, fix: PROMOTION_WORDS[state] }
}

/** Reasons that other checks already report in more detail, as something to correct. */
const REPORTED_BY_OTHER_CHECKS = [
  "no_connection",
  "setup_incomplete",
  "setup_mistake",
  "keys_refused",
  "store_disabled",
]

/** @param failed the connections whose test says already what is wrong with their service; it creates no payment */
async function examineHealth(context: Context, failed: readonly string[]): Promise<Check[]> {
  const { reasons, connections } = await readHealth(context)
  const events = await Promise.all(connections.map((one) => arrivingEvents(context, one)))
  const isReported = ({ code, connectionId }: HealthReason) =>
    REPORTED_BY_OTHER_CHECKS.includes(code) || (code === "service_failing" && failed.includes(connectionId ?? ""))
  const others = reasons.filter((reason) => !isReported(reason))
  const checkOf = ({ code, connectionId, detail }: HealthReason): Check => ({
    about: `${connectionId ? `connection ${connectionId}, ` : ""}${code.replaceAll("_", " ")}`,
    fix: `${healthWords({ code, detail })}${detail ? ` (${detail})` : ""}`,
  })
  return [...events, ...(reasons.length > 0 ? others.map(checkOf) : [{ about: "payments flow", fix: null }])]
}

/** Anybody can send what is refused, so it is a mistake only if the present secret signed no event, or one is missing besides. */
async function arrivingEvents({ store, clock }: Context, { connection, facts }: ConnectionHealth): Promise<Check> {
  const { lastEventAt, lastRefused } = facts
  const check = { about: `connection ${connection.id}, events`, fix: null }
  const isProven = isSecretProven(connection)
  const now = clock()
  const [newest] = await store.health.paid(connection.id, now, new Date(now.getTime() - RECENT_MS))
  const lost = newest?.withoutEvent && "the newest payment was found without its event"
  if (lastRefused && (!lastEventAt || lastRefused.at > lastEventAt)) {
    const refused = `the last delivery was refused (${lastRefused.code}). ${REFUSAL_ADVICE[lastRefused.code] ?? ""}`
    if (!isProven) return { ...check, fix: `None with the present endpoint secret has arrived, and ${refused}` }
    return lost ? { ...check, fix: `${lost}, and ${refused}` } : { ...check, unchecked: refused }
  }
  if (lost) return { ...check, unchecked: `${lost}. Compare the webhook URL with the dashboard's.` }
  if (isProven) return check
  const register = "Make a test payment. If still no event arrives, register the webhook in the merchant dashboard."
  return { ...check, unchecked: `none with the present endpoint secret has arrived yet. ${register}` }
}
