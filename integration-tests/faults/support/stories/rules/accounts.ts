import { isPaid } from "../../../../../src/core/payment/lifecycle"
import type { Facts } from "../facts"

/** Test money settles nothing in a live shop, unless the order was placed in test mode. */
export const testMoneyBuysNothing = ({ rows, story }: Facts): string[] =>
  story.mode !== "live" || story.placedIn === "test"
    ? []
    : rows
        .filter(({ test_mode, status }) => test_mode && status === "settled")
        .filter(({ external_id }) => story.before.reached.get(external_id) !== "settled")
        .map(({ external_id }) => `${external_id} is test money, and is settled in a live shop`)

/** Health reports payments whose connection is gone. */
export async function healthNamesWhatWaits({ shop, story, rows }: Facts): Promise<string[]> {
  const waiting = rows.filter(({ status }) => !isPaid(status) || status === "completed")
  if (story.connected || waiting.length === 0) return []
  const { health } = await shop.admin.get("/admin/crypto-payments/health")
  return health.state === "ok"
    ? [`health is ok while ${waiting.length} payments wait for a connection that is gone`]
    : []
}
