// @ts-check
/** Started and stopped by store.ts. */
import { createServer } from "node:http"

const payment = {
  status: "awaiting_payment",
  address: "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W",
  payAmount: { base: "100000", asset: "BTC", decimals: 8 },
  displayAmount: { minor: 2550, currency: "USD" },
  rate: { pricePerWholeUnit: "5000.00", expiresAt: "2030-01-01T00:00:00Z" },
  chain: "bitcoin",
  uri: "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=0.001",
  quoteExpiresAt: "2030-01-01T00:00:00Z",
}
const intent = {
  ...{ object: "payment_intent", status: "requires_payment_method", amount: 2550, currency: "usd", livemode: false },
  ...{ client_secret: "pi_1_secret_1", metadata: {}, payment_method: null, payment_method_types: ["card"] },
}

let made = 0
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    const isStripe = request.url?.startsWith("/v1/payment_intents")
    const answer = JSON.stringify(isStripe ? { id: `pi_${++made}`, ...intent } : { id: `pay_${++made}`, ...payment })
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
