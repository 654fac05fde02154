import { Client } from "@medusajs/framework/pg"
import { signInAsAdmin } from "../support/admin"
import type { Http } from "../support/http"
import { fact, step } from "../support/screen"
import { createStore } from "../support/store"
import { until } from "../support/until"
import type { World } from "../support/world"

/** A payment in the admin's list. */
export type Ending = { id: string; status: string }

/** Makes two payments with other endings: a quote that expires, and money that needs attention. */
export async function otherEndings(world: World): Promise<{ expired: Ending; attention: Ending }> {
  const admin = await signInAsAdmin(world.server.url, world.login)
  const store = createStore(world.server.url, world.seed)

  const expired = await step("A second shopper lets the quote run out", async () => {
    const { data } = await store.openSession(await store.makeCart(), { asset: "USDC", chain: "base" })
    world.sandbox.expire(data.payment_id)
    await letAnHourPass(world, data.payment_id)
    return inState(admin, data.payment_id, "expired")
  })
  fact("payment", `${expired.id} ${expired.status}, and still watched`)

  const attention = await step("A third shopper changes the cart, then pays the first address", async () => {
    const cart = await store.makeCart()
    const { data } = await store.openSession(cart, { asset: "LTC" })
    await store.changeQuantity(cart, 2)
    world.sandbox.pay(data.payment_id)
    return inState(admin, data.payment_id, "attention")
  })
  fact("payment", `${attention.id} needs a person: no order waits for this money`)
  return { expired, attention }
}

/** Back-dates the quote by an hour, so that the demo does not have to wait. */
async function letAnHourPass({ databaseUrl }: World, externalId: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const hourAgo = "quote_expires_at - interval '1 hour'"
  const set = `quote_expires_at = ${hourAgo}, renew_at = renew_at - interval '1 hour', next_check_at = now()`
  await client
    .query(`UPDATE crypto_payment SET ${set} WHERE external_id = $1`, [externalId])
    .finally(() => client.end())
}

const inState = (admin: Http, externalId: string, status: string): Promise<Ending> =>
  until(`payment ${externalId} is ${status}`, async () => {
    const path = `/admin/crypto-payments/payments?q=${encodeURIComponent(externalId)}&fields=id,status`
    const { payments } = (await admin.get(path)) as { payments: Ending[] }
    return payments.find((payment) => payment.status === status)
  })
