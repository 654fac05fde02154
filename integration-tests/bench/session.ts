import { CRYPTO_PROVIDER } from "../support/constants"
import { createStore } from "../support/store"
import { interleave, type Run } from "./support/interleave"
import { type Bench, measureOf } from "./support/measure"
import { type BenchStore, offer, STRIPE_PROVIDER, startStoreBesideStripe } from "./support/store-beside-stripe"

/** Sessions that count in each turn. */
const SESSIONS = 40

/**
 * Sessions that come first and do not count: the collection of garbage before a turn makes V8 drop compiled code that had
 * a pause, and no running server does that between two sessions.
 */
const WARM_UP = 10

/** Microseconds of the server's CPU for each opened session, without its cart. */
const cpuOfSession =
  ({ server, seed }: BenchStore, provider: string): Run =>
  async () => {
    const store = createStore(server.url, seed)
    const collections: string[] = []
    for (let count = 0; count < WARM_UP + SESSIONS; count++) {
      const cart = await store.makeCart({ shipping: false })
      const { payment_collection } = await store.post("/store/payment-collections", { cart_id: cart.id })
      collections.push(payment_collection.id)
    }
    const data = provider === CRYPTO_PROVIDER ? { asset: "BTC" } : {}
    const open = async (ids: readonly string[]) => {
      for (const id of ids) {
        await store.post(`/store/payment-collections/${id}/payment-sessions`, { provider_id: provider, data })
      }
    }
    await server.usage()
    await open(collections.slice(0, WARM_UP))
    const cpu = await server.warmCpuOf(() => open(collections.slice(WARM_UP)))
    return cpu / SESSIONS
  }

/**
 * Compares opening a payment session by Medusa's API with the plugin and with Medusa's Stripe provider, on one server.
 */
export const session: Bench = {
  name: "session",
  title: "Opening a payment session, compared with the Stripe provider",
  run: async ({ quick, cleanup, progress }) => {
    const store = await startStoreBesideStripe(cleanup)
    await offer(store, STRIPE_PROVIDER)
    const runs = quick ? 2 : 8
    const pair = { ours: cpuOfSession(store, CRYPTO_PROVIDER), theirs: cpuOfSession(store, STRIPE_PROVIDER) }
    const onRun = (done: number) => progress(`${done} of ${runs} turns`)
    const samples = await interleave(pair, { runs, warmUps: 1, onRun })
    return [measureOf("session: the Stripe provider", "µs of CPU per session", samples, { atMost: 1.1 })]
  },
}
