import { setTimeout as sleep } from "node:timers/promises"
import type { Cluster, Placed } from "./cluster"

/** Shoppers look at their payments until `stop`. Resolves to the number of answers by status. */
export function look(cluster: Cluster, orders: readonly Placed[], stop: AbortSignal): Promise<Map<number, number>> {
  const answers = new Map<number, number>()
  const shopper = async (first: number): Promise<void> => {
    for (let at = first % orders.length; !stop.aborted; at = (at + 7) % orders.length) {
      const { server, store } = cluster.front()
      const { token } = orders[at] as Placed
      const answer = await fetch(`${server.url}/store/crypto-payments/${token}`, { headers: store.headers }).catch(
        () => undefined,
      )
      // A server that is being killed gives no answer.
      if (answer) answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
      await answer?.arrayBuffer().catch(() => undefined)
      await sleep(500)
    }
  }
  return Promise.all([0, 1, 2].map(shopper)).then(() => answers)
}

/** Number of orders whose payment a lookup found. */
export async function foundByLook(cluster: Cluster, orders: readonly Placed[]): Promise<number> {
  const ids = orders.map(({ paymentId }) => paymentId)
  const found = cluster.knex("crypto_payment").whereIn("external_id", ids).where("completed_by", "lookup")
  const [row] = await found.count()
  return Number(row?.count)
}
