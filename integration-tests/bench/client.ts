import { request } from "undici"
import { StoreApiClient } from "../../src/store-api/client"
import { basicAuth } from "../../src/store-api/transport"
import { PAYMENTS_PATH } from "../../src/store-api/wire"
import { forEachOf } from "../cluster/support/crowd"
import { type Bench, cpuPerOperation, inTurns, measure } from "./support/measure"
import { startLoopback } from "./support/store"

const KEYS = { apiKey: "pk_test_bench", secretKey: "sk_test_bench" }
const WISH = { asset: "BTC", amount: { minor: 2550, currency: "USD" }, payerIp: "203.0.113.7" } as const
const OPERATIONS = 500
/** Requests at once, as in a busy checkout. */
const LANES = 8

export const client: Bench = {
  title: "Creating a payment, compared with undici's plain request",
  run: async ({ quick, cleanup }) => {
    const baseUrl = `http://127.0.0.1:${await startLoopback(cleanup)}`
    const ourClient = new StoreApiClient({ ...KEYS, baseUrl, allowPrivate: true })
    cleanup.add(() => ourClient.close())
    const authorization = basicAuth(KEYS.apiKey, KEYS.secretKey)
    const headers = { authorization, accept: "application/json", "content-type": "application/json" }
    const plain = async () => {
      const answer = await request(baseUrl + PAYMENTS_PATH, { method: "POST", headers, body: JSON.stringify(WISH) })
      if (answer.statusCode !== 201) throw new Error(`the stub answered ${answer.statusCode}`)
      return answer.body.json()
    }
    const each = (work: () => Promise<unknown>) => () =>
      cpuPerOperation(OPERATIONS, () => forEachOf(Array(OPERATIONS).fill(0), LANES, work))
    const pair = { ours: each(() => ourClient.createPayment(WISH)), theirs: each(plain) }
    const samples = await inTurns(pair, { runs: quick ? 11 : 101, warmUps: 10 })
    return [measure("client: undici.request", "µs of CPU per payment asked for", samples, { ratioAtMost: 1 })]
  },
}
