import { request } from "undici"
import { StoreApiClient } from "../../src/store-api/client"
import { basicAuth } from "../../src/store-api/transport"
import { PAYMENTS_PATH } from "../../src/store-api/wire"
import { atOnce, cpuPerOperation, interleave } from "./support/interleave"
import { startLoopback } from "./support/loopback"
import { type Bench, measureOf } from "./support/measure"

const KEYS = { apiKey: "pk_test_bench", secretKey: "sk_test_bench" }
const WISH = { asset: "BTC", amount: { minor: 2550, currency: "USD" }, payerIp: "203.0.113.7" } as const

/** Requests at once, as in a busy checkout; the same for both sides. */
const AT_ONCE = 8

const many = atOnce(AT_ONCE)

/** Compares creating a payment with the plugin's client and with a plain request. */
export const client: Bench = {
  name: "client",
  title: "Creating a payment, compared with undici's plain request",
  run: async ({ quick, cleanup }) => {
    const server = await startLoopback()
    cleanup.add(server.stop)
    const ourClient = new StoreApiClient({ ...KEYS, baseUrl: server.url, allowPrivate: true })
    cleanup.add(() => ourClient.close())
    const headers = {
      authorization: basicAuth(KEYS.apiKey, KEYS.secretKey),
      accept: "application/json",
      "content-type": "application/json",
    }
    const bare = async () => {
      const answer = await request(server.url + PAYMENTS_PATH, { method: "POST", headers, body: JSON.stringify(WISH) })
      if (answer.statusCode !== 201) throw new Error(`the stub answered ${answer.statusCode}`)
      return answer.body.json()
    }
    const operations = 500
    const samples = await interleave(
      {
        ours: cpuPerOperation(
          operations,
          many(() => ourClient.createPayment(WISH)),
        ),
        theirs: cpuPerOperation(operations, many(bare)),
      },
      { runs: quick ? 11 : 101, warmUps: 10 },
    )
    return [measureOf("client: undici.request", "µs of CPU per payment asked for", samples, { atMost: 1.2 })]
  },
}
