import { randomBytes } from "node:crypto"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import { readBeginning } from "../../src/workflows/connections/begin"
import { minutesFromNow } from "../support/clock"
import { cryptoPayments } from "../support/crypto-payments"
import { deliver } from "../support/events"
import { describeShop } from "../support/medusa"
import { knexOf } from "../support/module-rows"
import { checked, logged, searchForSecrets, send } from "../support/secrets"

describeShop("secrets that were entered in the admin", { keysInAdmin: true }, (shop) => {
  it("appear in no answer of an admin route and in no log line, whether requests succeed or fail", async () => {
    await searchForSecrets(shop, async () => {
      const { url: base_url, apiKey: api_key, secretKey: secret_key } = shop.sandbox
      const body = { base_url, api_key, secret_key, endpoint_secret: shop.endpointSecret }
      const { status, text } = await send(shop, "POST", "/connections/:id", { id: "default", body })
      checked([secret_key, shop.endpointSecret], "entering them", text)
      expect(status).toBe(200)
    })
  })

  it("keep `init` from writing the keys of a sandbox, which the environment would put before them", async () => {
    const begun = () => readBeginning(knexOf(shop.container) as unknown as Knex, "public")
    await knexOf(shop.container)("crypto_connection").where({ id: "default" }).delete()
    expect(await begun()).toMatchObject({ hasTables: true, hasKeys: false })
    const { url: base_url, apiKey: api_key, secretKey: secret_key } = shop.sandbox
    await shop.admin.post("/admin/crypto-payments/connections/default", { base_url, api_key, secret_key })
    expect(await begun()).toMatchObject({ hasKeys: true })
  })

  it("appear in no answer and in no log line while the database fails, and events get the answer 503", async () => {
    const knex = knexOf(shop.container)
    const word = randomBytes(16).toString("hex")
    const entered = { secret_key: `sk_test_${word}`, endpoint_secret: `whsec_${word}` }
    const rotation = { endpoint_secret: entered.endpoint_secret, previous_valid_until: minutesFromNow(5).toISOString() }
    await knex.raw("ALTER TABLE crypto_connection RENAME TO crypto_connection_gone")
    // Otherwise the cached settings would refuse the event without a query.
    cryptoPayments(shop.container).forget("default")
    const said: string[] = []
    said.push(
      await logged(shop, async () => {
        const calls: [string, string, object?][] = [
          ["GET", "/connections"],
          ["GET", "/connections/:id"],
          ["POST", "/connections/:id", entered],
          ["POST", "/connections/:id/endpoint-secret", rotation],
          ["POST", "/connections/:id/connection-test"],
        ]
        for (const [method, path, body] of calls) {
          const { status, text } = await send(shop, method, path, { id: "default", body })
          expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 503`)
          said.push(text)
        }
        const { status, code, text } = await deliver(shop, { word }, { secret: entered.endpoint_secret })
        expect({ status, code }).toEqual({ status: 503, code: "event_not_stored" })
        said.push(text)
      }),
    )
    await knex.raw("ALTER TABLE crypto_connection_gone RENAME TO crypto_connection")
    checked([word, process.env.CRYPTO_PAYMENTS_ENCRYPTION_KEY as string], "a failing database", said.join("\n"))
    expect((await send(shop, "GET", "/connections/:id", { id: "default" })).status).toBe(200)
  })
})
