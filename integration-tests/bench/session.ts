import { forEachOf } from "../cluster/support/crowd"
import { CRYPTO_PROVIDER } from "../support/constants"
import { cpuOf, usageOf } from "../support/usage"
import { type Bench, inTurns, measure } from "./support/measure"
import { startStoreBesideStripe } from "./support/store"

/** Sessions that count in each turn. */
const SESSIONS = 40
/**
 * Sessions that come first and do not count: the collection of garbage before a turn makes V8 drop compiled code that had
 * a pause, and no running server does that between two sessions.
 */
const WARM_UP = 10

export const session: Bench = {
  title: "Opening a payment session, compared with the Stripe provider",
  run: async ({ quick, cleanup }) => {
    const { server, shop } = await startStoreBesideStripe(cleanup)
    const cpuOfSession = (provider_id: string) => async () => {
      const collections: string[] = []
      for (let count = 0; count < WARM_UP + SESSIONS; count++) {
        const cart = await shop.makeCart({ shipping: false })
        const { payment_collection } = await shop.post("/store/payment-collections", { cart_id: cart.id })
        collections.push(payment_collection.id)
      }
      const data = provider_id === CRYPTO_PROVIDER ? { asset: "BTC" } : {}
      const open = (ids: readonly string[]) =>
        forEachOf(ids, 1, (id) => shop.post(`/store/payment-collections/${id}/payment-sessions`, { provider_id, data }))
      await usageOf(server, true)
      await open(collections.slice(0, WARM_UP))
      return (await cpuOf(server, () => open(collections.slice(WARM_UP)), false)) / SESSIONS
    }
    const pair = { ours: cpuOfSession(CRYPTO_PROVIDER), theirs: cpuOfSession("pp_stripe_stripe") }
    const samples = await inTurns(pair, { runs: quick ? 2 : 8 })
    return [measure("session: the Stripe provider", "µs of CPU per session", samples, { ratioAtMost: 1.1 })]
  },
}
