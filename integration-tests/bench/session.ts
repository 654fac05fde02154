import { CRYPTO_PROVIDER } from "../support/constants"
import { createStore } from "../support/store"
import { interleave, type Run } from "./support/interleave"
import { type Bench, measureOf } from "./support/measure"
import { type BenchStore, offer, STRIPE_PROVIDER, startStoreBesideStripe } from "./support/store-beside-stripe"

/** Sessions in each turn. Many short turns spread the machine's other load more evenly than a few long ones. */
const SESSIONS = 8

/** Turns before V8 has compiled both paths. */
const WARM_UPS = 8

/** Microseconds of the server's CPU for each opened session, without its cart. */
const cpuOfSession =
  ({ server, seed }: BenchStore, provider: string): Run =>
  async () => {
    const store = createStore(server.url, seed)
    const collections: string[] = []
    for (let count = 0; count < SESSIONS; count++) {
      const cart = await store.makeCart({ shipping: false })
      const { payment_collection } = await store.post("/store/payment-collections", { cart_id: cart.id })
      collections.push(payment_collection.id)
    }
    const data = provider === CRYPTO_PROVIDER ? { asset: "BTC" } : {}
    const cpu = await server.warmCpuOf(async () => {
      for (const id of collections) {
        await store.post(`/store/payment-collections/${id}/payment-sessions`, { provider_id: provider, data })
      }
    })
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
    const runs = quick ? 4 : 40
    const warmUps = quick ? 1 : WARM_UPS
    const pair = { ours: cpuOfSession(store, CRYPTO_PROVIDER), theirs: cpuOfSession(store, STRIPE_PROVIDER) }
    const onRun = (done: number) => progress(`${done} of ${runs} turns`)
    const samples = await interleave(pair, { runs, warmUps, onRun })
    return [measureOf("session: the Stripe provider", "µs of CPU per session", samples, { atMost: 1.1 })]
  },
}
