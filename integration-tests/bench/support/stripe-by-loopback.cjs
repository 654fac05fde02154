/** Preloaded into a server: what it says to Stripe goes to the loopback service, over plain http as ours does. */
const http = require("node:http")
const https = require("node:https")
const { connect } = require("node:net")

const port = Number(process.env.BENCH_STRIPE_PORT)
const agent = new http.Agent({ keepAlive: true })
agent.createConnection = (options) => {
  const socket = connect(options)
  // Its client waits for this before it writes.
  socket.once("connect", () => socket.emit("secureConnect"))
  return socket
}

const { request } = https
https.request = (options, ...rest) =>
  options?.host === "api.stripe.com"
    ? http.request({ ...options, host: "127.0.0.1", port, agent }, ...rest)
    : request(options, ...rest)
