import { createHmac } from "node:crypto"
import { request } from "node:http"
import { undocumented } from "../openapi/validator"
import type { Shop } from "./medusa"

/** Where to send events, and the secret to sign them with. */
export type Receiver = Pick<Shop, "webhookUrl" | "endpointSecret">

/** How a delivery differs from a correct one. */
export type Manners = {
  /** Seconds to add to the timestamp of the signature. */
  skew?: number
  secret?: string
  /** The value of the signature header; by default it is computed, and null leaves the header out. */
  signature?: string | null
  /** Null leaves the header out. */
  contentType?: string | null
  /** Sends the body in chunks (`Transfer-Encoding: chunked`). */
  chunked?: boolean
  /** Default: the receiver's webhook URL. */
  url?: string
  /** Further headers. */
  headers?: Record<string, string>
}

export type Delivered = { status: number; code: string | undefined; text: string }

/** The value of the signature header. It does not use the plugin's code, so it does not share its mistakes. */
export function sign(body: string | Buffer, secret: string, timestamp: number): string {
  return `t=${timestamp},v1=${mac(body, secret, timestamp)}`
}

export const mac = (body: string | Buffer, secret: string, timestamp: number): string =>
  createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")

export const unixNow = (): number => Math.floor(Date.now() / 1000)

/** The service's event of a payment that has cleared. */
export const completed = (id: string) => ({ id: `evt_${id}`, type: "payment.completed", data: { payment: { id } } })

/** Sends bytes to a webhook route, altered as given. @throws if the answer differs from docs/openapi.yaml */
export function deliver(to: Receiver, body: string | Buffer | object, manners: Manners = {}): Promise<Delivered> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body))
  const { skew = 0, secret = to.endpointSecret, contentType = "application/json", chunked = false } = manners
  const signature = manners.signature === undefined ? sign(bytes, secret, unixNow() + skew) : manners.signature
  const headers: Record<string, string | number> = {
    ...(contentType === null ? {} : { "content-type": contentType }),
    ...(chunked ? {} : { "content-length": bytes.length }),
    ...(signature === null ? {} : { "service-signature": signature }),
    ...manners.headers,
  }
  const url = manners.url ?? to.webhookUrl
  return new Promise((resolve, reject) => {
    const call = request(url, { method: "POST", agent: false, headers }, (response) => {
      const parts: Buffer[] = []
      response.on("data", (part: Buffer) => parts.push(part)).on("error", reject)
      response.on("end", () => {
        const text = Buffer.concat(parts).toString()
        const isJson = response.headers["content-type"]?.includes("json")
        const answer = isJson ? JSON.parse(text) : text
        const status = response.statusCode ?? 0
        const problems = undocumented("POST", new URL(url).pathname, status, answer)
        if (problems.length > 0) return reject(new Error(problems.join("\n")))
        resolve({ status, code: isJson ? answer.code : undefined, text })
      })
    })
    call.on("error", reject)
    if (!chunked) return call.end(bytes)
    const middle = bytes.length >> 1
    call.write(bytes.subarray(0, middle))
    call.end(bytes.subarray(middle))
  })
}
