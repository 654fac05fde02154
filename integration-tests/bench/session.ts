import { CRYPTO_PROVIDER } from "../support/constants"
import { createStore } from "../support/store"
import { type Bench, inTurns, measure } from "./support/measure"
import { STRIPE_PROVIDER, startStoreBesideStripe } from "./support/store"

/** Sessions that count in each turn. */
const SESSIONS = 40
/**
 * Sessions that come first and do not count: the collection of garbage before a turn makes V8 drop compiled code that had
 * a pause, and no running server does that between two sessions.
 */
const WARM_UP = 10

export const session: Bench = {
  name: "session",
  title: "Opening a payment session, compared with the Stripe provider",
  run: async ({ quick, cleanup, progress }) => {
    const { server, seed, offer } = await startStoreBesideStripe(cleanup)
    await offer(STRIPE_PROVIDER)
    const shop = createStore(server.url, seed)
    const cpuOfSession = (provider_id: string) => async () => {
      const collections: string[] = []
      for (let count = 0; count < WARM_UP + SESSIONS; count++) {
        const cart = await shop.makeCart({ shipping: false })
        const { payment_collection } = await shop.post("/store/payment-collections", { cart_id: cart.id })
        collections.push(payment_collection.id)
      }
      const data = provider_id === CRYPTO_PROVIDER ? { asset: "BTC" } : {}
      const open = async (ids: readonly string[]) => {
        for (const id of ids)
          await shop.post(`/store/payment-collections/${id}/payment-sessions`, { provider_id, data })
      }
      await server.usage()
      await open(collections.slice(0, WARM_UP))
      return (await server.warmCpuOf(() => open(collections.slice(WARM_UP)))) / SESSIONS
    }
    const pair = { ours: cpuOfSession(CRYPTO_PROVIDER), theirs: cpuOfSession(STRIPE_PROVIDER) }
    const samples = await inTurns(pair, { runs: quick ? 2 : 8, onRun: progress })
    return [measure("session: the Stripe provider", "µs of CPU per session", samples, { ratioAtMost: 1.1 })]
  },
}
