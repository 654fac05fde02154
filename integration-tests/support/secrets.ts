import { randomBytes } from "node:crypto"
import { inspect } from "node:util"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ADMIN_BASE, adminRoutes } from "./admin-routes"
import { minutesFromNow } from "./clock"
import { cryptoPayments, placeNoted, placePaid, rowOf } from "./crypto-payments"
import { deliver } from "./events"
import type { Shop } from "./medusa"
import { newPayment, newPayout } from "./module-database"
import { knexOf, storeUnmatched } from "./module-rows"
import { payoutOf } from "./payout"

const canary = (prefix: string): string => `${prefix}${randomBytes(20).toString("hex")}`

/** Secrets to enter in the admin: a valid one, its replacement, and a wrong one. */
const ENTERED = { endpoint: canary("whsec_"), rotated: canary("whsec_"), wrongKey: canary("sk_test_") }

type World = Awaited<ReturnType<typeof makeWorld>>
type Call = { id?: string; query?: string; body?: unknown }

const LIST: Call[] = [{}, { query: "?limit=1000" }]
const NOTHING = "nothing"
const tomorrow = () => minutesFromNow(24 * 60).toISOString()
const transaction = (digit: string) => digit.repeat(64)

/** The calls of each route, with one that succeeds and one that fails. A missing route fails the test. */
const CALLS: Record<string, (world: World) => Call[]> = {
  "GET /connections": () => LIST,
  "GET /connections/:id": () => [{ id: "default" }, { id: NOTHING }],
  "POST /connections/:id": () => [
    { id: "default", body: { assets: ["BTC", "USDC"] } },
    { id: NOTHING, body: { secret_key: ENTERED.wrongKey } },
    // Secrets in wrong fields. A refusal must not quote the value.
    { id: "default", body: { base_url: ENTERED.rotated } },
    { id: "default", body: { api_key: ENTERED.wrongKey } },
    { id: "default", body: { signature_header: `${ENTERED.rotated} x` } },
    { id: "default", body: { assets: [ENTERED.rotated] } },
    { id: "default", body: { endpoint_secret: { nested: ENTERED.rotated } } },
  ],
  "POST /connections/:id/endpoint-secret": () => [
    { id: "default", body: { endpoint_secret: ENTERED.rotated, previous_valid_until: tomorrow() } },
    { id: "default", body: { endpoint_secret: ENTERED.rotated, previous_valid_until: "2001-01-01T00:00:00Z" } },
    { id: "default", body: { endpoint_secret: ENTERED.rotated, previous_valid_until: ENTERED.endpoint } },
  ],
  "POST /connections/:id/preview": () => [
    { id: "default", body: { accent_color: "#1a6b4f" } },
    { id: "default", body: { support_link: ENTERED.rotated } },
  ],
  "POST /connections/:id/connection-test": () => [{ id: "default" }, { id: NOTHING }],
  "GET /payments": () => LIST,
  "GET /payments/:id": ({ settled }) => [{ id: settled }, { id: NOTHING }],
  "POST /payments/:id/check": ({ waiting }) => [{ id: waiting }, { id: NOTHING }],
  "POST /payments/:id/settle": ({ attention, waiting }) => [{ id: attention }, { id: waiting }],
  "POST /payments/:id/settle-onto-order": ({ onto, waiting }) => [{ id: onto }, { id: waiting }],
  "POST /payments/:id/close": ({ closable, waiting }) => [
    { id: closable, body: { note: "Sent back." } },
    { id: waiting, body: { note: "No." } },
    { id: closable, body: {} },
  ],
  "POST /payments/:id/payouts": ({ settled, waiting }) => [
    { id: settled, body: payoutOf("1.00", transaction("1")) },
    { id: settled, body: payoutOf("999.00", transaction("2")) },
    { id: waiting, body: payoutOf("1.00", transaction("3")) },
  ],
  "POST /payments/:id/ask-address": ({ goesBack, waiting }) => [{ id: goesBack }, { id: waiting }],
  "GET /attention": () => LIST,
  "GET /events": () => LIST,
  "GET /events/:id": ({ events }) => [{ id: events[0] }, { id: NOTHING }],
  "POST /events/:id/retry": ({ events }) => [{ id: events[0] }, { id: NOTHING }],
  "POST /events/:id/close": ({ events }) => [
    { id: events[1], body: { note: "Not ours." } },
    { id: NOTHING, body: {} },
  ],
  "GET /payouts": () => LIST,
  "POST /payouts/:id": ({ payout }) => [
    { id: payout, body: { note: "Sent again." } },
    { id: payout, body: { address: ENTERED.wrongKey } },
    { id: NOTHING, body: {} },
  ],
  "GET /orders/:id/payment-link": ({ order }) => [{ id: order }, { id: NOTHING }],
  "POST /orders/:id/payment-link": ({ order }) => [{ id: order }, { id: NOTHING }],
  "GET /health": () => [{}, { query: "?fields=secret_key" }],
  "GET /totals": () => [{}, { query: "?format=csv" }, { query: "?from=never" }, { query: "?from=2001-01-01" }],
  "GET /export": () => [{}, { query: "?status=paid" }],
  "GET /statement": () => [{}, { query: "?from=never" }],
}

/** Payments and events in every state, some with a secret in a place where a service might quote it. */
async function makeWorld(shop: Shop, secret: string) {
  const { payments, payouts } = cryptoPayments(shop.container)
  const knex = knexOf(shop.container)
  const trouble = async (id: string, attention_reason = "settling_failed") => {
    const mark = { status: "attention", attention_reason, attention_at: new Date(), completed_at: new Date() }
    await knex("crypto_payment").where({ id }).update(mark)
    return id
  }
  const { id: settled, row } = await placePaid(shop)
  const inserted = async (reason?: string) =>
    trouble((await payments.insert(newPayment(new Date(), { account: row.account }), new Date())).id, reason)

  const onto = await placeNoted(shop)
  const unpaid = await placeNoted(shop)
  return {
    settled,
    payout: (await payouts.insert(newPayout({ payment_id: settled, amount_minor: "100" }), null, new Date())).id,
    waiting: (await rowOf(shop.container, unpaid.paymentId)).id,
    /** It owes its total. */
    order: unpaid.orderId,
    onto: await trouble((await rowOf(shop.container, onto.paymentId)).id),
    attention: await inserted(),
    closable: await inserted(),
    goesBack: await inserted("session_gone"),
    events: [
      await storeUnmatched(shop.container, { payment_id: "of_nobody", secret }),
      await storeUnmatched(shop.container, { secret, payment_id: "of_nobody" }),
    ],
  }
}

/** Everything that this process logs or prints while `work` runs. */
export async function logged(shop: Shop, work: () => Promise<void>): Promise<string> {
  const lines: string[] = []
  const logger = shop.container.resolve(ContainerRegistrationKeys.LOGGER)
  const keep = (...parts: unknown[]) => {
    for (const part of parts) {
      const isObject = typeof part === "object" && !Buffer.isBuffer(part)
      lines.push(isObject ? inspect(part, { depth: 9, breakLength: Number.POSITIVE_INFINITY }) : String(part))
    }
    return true
  }
  // Tests usually log only errors, and lines that are not written could not be searched.
  logger.setLogLevel("info")
  const methods = ["error", "warn", "info", "debug", "log"] as const
  const spies = [
    ...methods.map((method) => jest.spyOn(logger as never as Console, method).mockImplementation(keep)),
    ...methods.map((method) => jest.spyOn(console, method).mockImplementation(keep)),
    jest.spyOn(process.stdout, "write").mockImplementation(keep as never),
    jest.spyOn(process.stderr, "write").mockImplementation(keep as never),
  ]
  try {
    await work()
  } finally {
    for (const spy of spies) spy.mockRestore()
    logger.unsetLogLevel()
  }
  return lines.join("\n")
}

/** The encodings in which a secret could leak. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  Buffer.from(secret).toString("hex"),
]

/** Throws if the text contains one of the secrets in any encoding, without quoting the secret. */
export function checked(secrets: readonly string[], where: string, text: string): void {
  for (const [n, secret] of secrets.entries()) {
    for (const form of formsOf(secret)) if (text.includes(form)) throw new Error(`${where} gives secret ${n} away`)
  }
}

export const send = async (shop: Shop, method: string, path: string, { id = "", query = "", body }: Call = {}) => {
  const url = shop.url + ADMIN_BASE + path.replace(":id", encodeURIComponent(id)) + query
  const sent = method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }
  const headers = { ...shop.admin.headers, ...(method === "GET" ? {} : { "content-type": "application/json" }) }
  const response = await fetch(url, { method, headers, ...sent })
  const text = `${JSON.stringify([...response.headers])}\n${await response.text()}`
  return { status: response.status, text }
}

/**
 * Calls every route with a success and a failure, and searches the answers and the log for every secret.
 * @param never routes that cannot succeed in this shop
 */
export async function searchForSecrets(shop: Shop, prepare: () => Promise<void>, never: string[] = []): Promise<void> {
  const { sandbox, endpointSecret } = shop
  const keys = [process.env.CRYPTO_PAYMENTS_ENCRYPTION_KEY as string, `${sandbox.apiKey}:${sandbox.secretKey}`]
  const secrets = [sandbox.secretKey, endpointSecret, ...keys, ...Object.values(ENTERED)]
  const answers: { where: string; status: number; text: string }[] = []
  const seen: Record<string, string[]> = {}
  const log = await logged(shop, async () => {
    await prepare()
    const world = await makeWorld(shop, endpointSecret)
    // The limit of one line a minute may already be used up.
    const minute = jest.spyOn(cryptoPayments(shop.container), "isTimeFor").mockReturnValue(true)
    await deliver(shop, "{}", { secret: ENTERED.wrongKey })
    minute.mockRestore()
    for (const { method, path } of adminRoutes()) {
      const route = `${method} ${path}`
      const calls = CALLS[route]
      if (!calls) throw new Error(`${route} is not in the table of calls`)
      const outcomes = new Set<string>()
      for (const call of calls(world)) {
        const answer = await send(shop, method, path, call)
        answers.push({ where: `${route} ${JSON.stringify(call)}`, ...answer })
        outcomes.add(answer.status < 400 ? "succeeds" : "fails")
      }
      seen[route] = [...outcomes].sort()
    }
    // Calls the service with a wrong key.
    await send(shop, "POST", "/connections/:id", { id: "default", body: { secret_key: ENTERED.wrongKey } })
    for (const path of ["/connections/:id/connection-test", "/payments/:id/check"]) {
      const id = path.startsWith("/connections") ? "default" : world.waiting
      answers.push({ where: `${path} with a wrong key`, ...(await send(shop, "POST", path, { id })) })
    }
    answers.push({ where: "afterwards", ...(await send(shop, "GET", "/connections/:id", { id: "default" })) })
  })
  expect(log).toContain("event refused: signature_mismatch")
  checked(secrets, "the log", log)
  for (const { where, status, text } of answers) {
    checked(secrets, where, text)
    expect(text).not.toMatch(/\n\s+at |node_modules|\.[jt]s:\d/)
    // A 5xx is a bug and does not count as a failing call.
    expect(`${where}: ${status < 500}`).toBe(`${where}: true`)
  }
  const wanted = (route: string) => (never.includes(route) ? ["fails"] : ["fails", "succeeds"])
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((route) => [route, wanted(route)])))
}
