/** Preloaded into a server: sends its requests to Stripe to the loopback service instead, over http as the plugin's. */
const http = require("node:http")
const https = require("node:https")
const { connect } = require("node:net")

const port = Number(process.env.BENCH_STRIPE_PORT)
const agent = new http.Agent({ keepAlive: true })
agent.createConnection = (options) => {
  const socket = connect(options)
  // Stripe's client waits for this event before it writes.
  socket.once("connect", () => socket.emit("secureConnect"))
  return socket
}

const { request } = https
https.request = (options, ...rest) =>
  options?.host === "api.stripe.com"
    ? http.request({ ...options, host: "127.0.0.1", port, agent }, ...rest)
    : request(options, ...rest)
