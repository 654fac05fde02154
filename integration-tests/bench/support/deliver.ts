import { request } from "undici"
import { sign, unixNow } from "../../support/events"
import { webhookUrl } from "../../support/plugin-env"
import type { BenchStore } from "./store-beside-stripe"

/** A signed event, where it goes, and the status that it must be answered with. */
export type Delivery = { url: string; header: string; body: string; signature: string; status: number }

/** An event as the service sends it at this moment, to our route where no other is named. A forged one is refused. */
export function serviceEvent(
  { server, endpointSecret }: BenchStore,
  event: object,
  { genuine = true, url = webhookUrl(server.url) } = {},
): Delivery {
  const body = JSON.stringify(event)
  const signature = sign(body, genuine ? endpointSecret : "forged", unixNow())
  return { url, header: "service-signature", body, signature, status: genuine ? 200 : 401 }
}

/** The event that says that a payment is paid. */
export const paidEvent = (id: string, paymentId: string) => ({
  id,
  type: "payment.completed",
  data: { payment: { id: paymentId } },
})

/** Throws where it is answered otherwise: what was refused costs less, and would make a figure better. */
export async function deliver({ url, header, body, signature, status }: Delivery): Promise<void> {
  const headers = { "content-type": "application/json", [header]: signature }
  const answer = await request(url, { method: "POST", headers, body })
  await answer.body.dump()
  if (answer.statusCode !== status) throw new Error(`${url} answered ${answer.statusCode} instead of ${status}`)
}
