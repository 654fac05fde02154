import { request } from "undici"
import { sign, unixNow } from "../../support/events"
import { webhookUrl } from "../../support/plugin-env"
import type { BenchStore } from "./store-beside-stripe"

/** A signed event, its target, and the status of the expected answer. */
export type Delivery = { url: string; header: string; body: string; signature: string; status: number }

/** An event as the service sends it now, by default to the plugin's route. A forged one must be refused. */
export function serviceEvent(
  { server, endpointSecret }: BenchStore,
  event: object,
  { genuine = true, url = webhookUrl(server.url) } = {},
): Delivery {
  const body = JSON.stringify(event)
  const signature = sign(body, genuine ? endpointSecret : "forged", unixNow())
  return { url, header: "service-signature", body, signature, status: genuine ? 200 : 401 }
}

export const paidEvent = (id: string, paymentId: string) => ({
  id,
  type: "payment.completed",
  data: { payment: { id: paymentId } },
})

/** Throws on another status, because a refused event costs less and would improve the result. */
export async function deliver({ url, header, body, signature, status }: Delivery): Promise<void> {
  const headers = { "content-type": "application/json", [header]: signature }
  const answer = await request(url, { method: "POST", headers, body })
  await answer.body.dump()
  if (answer.statusCode !== status) throw new Error(`${url} answered ${answer.statusCode} instead of ${status}`)
}
