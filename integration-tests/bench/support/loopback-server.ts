/** Started and stopped by store.ts. */
import { createServer } from "node:http"
import { payment } from "../../../src/store-api/__tests__/support/payment"

const quote = { ...payment, displayAmount: { minor: 2550, currency: "USD" } }
const intent = {
  ...{ object: "payment_intent", status: "requires_payment_method", amount: 2550, currency: "usd", livemode: false },
  ...{ client_secret: "pi_1_secret_1", metadata: {}, payment_method: null, payment_method_types: ["card"] },
}

let made = 0
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    const isStripe = request.url?.startsWith("/v1/payment_intents")
    const answer = JSON.stringify(isStripe ? { ...intent, id: `pi_${++made}` } : { ...quote, id: `pay_${++made}` })
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(answer) }
    response.writeHead(isStripe ? 200 : 201, headers).end(answer)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.send?.(typeof address === "object" && address ? address.port : 0)
})
process.on("disconnect", () => process.exit(0))
