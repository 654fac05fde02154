import { payersOf, rowInState, sandboxOf, sql } from "../browser/support/payer"
import { fact, step } from "../support/screen"
import type { World } from "../support/world"

/** A payment in the admin's list. */
export type Ending = { id: string; status: string }

/** Makes two payments with other endings: a quote that expires, and money that needs attention. */
export async function otherEndings(world: World): Promise<{ expired: Ending; attention: Ending }> {
  const place = { ...world, url: world.server.url, shop: world.server.url }
  const payers = payersOf(place)

  const expired = await step("A second shopper lets the quote run out", async () => {
    const cart = await payers.store.makeCart()
    const { data } = await payers.store.openSession(cart, { asset: "USDC", chain: "base" })
    await sandboxOf(place).expire(data.payment_id)
    // So that the demo does not have to wait.
    const hourAgo = "UPDATE crypto_payment SET quote_expires_at = t, renew_at = t, next_check_at = t"
    const from = "FROM (SELECT now() - interval '1 hour' AS t) AS past WHERE external_id = $1"
    await sql(place, `${hourAgo} ${from}`, [data.payment_id])
    return rowInState(place, data.payment_id, "expired")
  })
  fact("payment", `${expired.id} ${expired.status}, and still watched`)

  const attention = await step("A third shopper changes the cart, then pays the first address", payers.sessionGone)
  fact("payment", `${attention.id} needs a person: no order waits for this money`)
  return { expired, attention }
}
