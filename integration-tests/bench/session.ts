import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../support/constants"
import { createStore } from "../support/store"
import { interleave, type Run } from "./support/interleave"
import { type Bench, measureOf } from "./support/measure"
import { type BenchStore, startStoreBesideStripe } from "./support/store-beside-stripe"

const STRIPE_PROVIDER = "pp_stripe_stripe"

const RIVALS = [
  { words: "the system provider, which makes no request", provider: MANUAL_PROVIDER, target: undefined },
  { words: "the Stripe provider", provider: STRIPE_PROVIDER, target: { atMost: 1.1 } },
]

/** The seed's regions do not offer Stripe. */
async function offerStripe({ knex, seed }: BenchStore): Promise<void> {
  await knex("region_payment_provider").insert({
    id: "regpp_bench",
    region_id: seed.regions.usd,
    payment_provider_id: STRIPE_PROVIDER,
  })
}

/** Microseconds of the server's CPU per opened session, without making its cart. */
const cpuOfSession =
  ({ server, seed }: BenchStore, provider: string, sessions: number): Run =>
  async () => {
    const store = createStore(server.url, seed)
    const collections: string[] = []
    for (let count = 0; count < sessions; count++) {
      const cart = await store.makeCart({ shipping: false })
      const { payment_collection } = await store.post("/store/payment-collections", { cart_id: cart.id })
      collections.push(payment_collection.id)
    }
    const data = provider === CRYPTO_PROVIDER ? { asset: "BTC" } : {}
    const cpu = await server.cpuOf(async () => {
      for (const id of collections) {
        await store.post(`/store/payment-collections/${id}/payment-sessions`, { provider_id: provider, data })
      }
    })
    return cpu / sessions
  }

/** Opening the payment step through Medusa's API, beside other providers on the same server. */
export const session: Bench = {
  name: "session",
  title: "Opening a payment session, beside other providers",
  run: async ({ quick, cleanup, progress }) => {
    const store = await startStoreBesideStripe(cleanup)
    await offerStripe(store)
    const sessions = quick ? 10 : 20
    const runs = quick ? 2 : 5
    const measures = []
    for (const { words, provider, target } of RIVALS) {
      const pair = {
        ours: cpuOfSession(store, CRYPTO_PROVIDER, sessions),
        theirs: cpuOfSession(store, provider, sessions),
      }
      const onRun = (done: number) => progress(`${words}: ${done} of ${runs} turns`)
      const samples = await interleave(pair, { runs, warmUps: 1, onRun })
      measures.push(measureOf(`session: ${words}`, "µs of CPU per session", samples, target))
    }
    return measures
  },
}
