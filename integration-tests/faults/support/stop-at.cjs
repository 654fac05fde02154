/**
 * Preloaded into a server under test. A delivery whose `x-stop-at` header is `<name>` has every statement of its work
 * told on standard output, from the request to whatever follows in the background; one with `<name> <point>` stands
 * still for ever at that point, as do all other statements of its work, so that the process can be killed there.
 *
 * A point is `<verb> <table> <how often>`, counted within one delivery, and stands before its statement; with `after `
 * before it, behind it: PostgreSQL has done it, and nobody here has heard.
 */
const { AsyncLocalStorage } = require("node:async_hooks")
const { Server } = require("node:http")
const Module = require("node:module")

/** One delivery that stands still may hold several connections. */
const POOL = 140

const deliveries = new AsyncLocalStorage()
const patched = new WeakSet()
/** From the first delivery that is to stand still, so does all that is done in the store by the clock. */
let standing = false

/** Whether there are as many turns to settle as are asked for. */
let endless = false

const tell = (line) => process.stdout.write(`\n${line}\n`)

const receive = Server.prototype.emit
Server.prototype.emit = function emit(event, request, ...rest) {
  const header = event === "request" && request.headers["x-stop-at"]
  if (!header) return receive.call(this, event, request, ...rest)
  if (!endless) throw new Error("the module with the turns was not met, so who stands still would keep others waiting")
  const [, name, point = null] = /^(\S+)(?: (.+))?$/.exec(header)
  standing ||= point !== null
  const delivery = { name, point, counts: new Map(), stopped: false }
  // Whoever reads the body goes on in its events.
  const tellBody = request.emit
  request.emit = (...args) => deliveries.run(delivery, () => tellBody.apply(request, args))
  return deliveries.run(delivery, () => receive.call(this, event, request, ...rest))
}

/** What a statement is to a table, as in `update crypto_payment`; `commit` has none. */
function kindOf(text) {
  const sql = text.replace(/\s+/g, " ").trim()
  const written = /\b(insert into|update|delete from) (?:only )?(?:"?public"?\.)?"?(\w+)"?/i.exec(
    sql.replace(/\b(for|do) update\b/gi, ""),
  )
  if (written) return `${written[1].split(" ")[0].toLowerCase()} ${written[2]}`
  const read = /\bfrom (?:"?public"?\.)?"?(\w+)"?/i.exec(sql)
  const verb = /^\w+/.exec(sql)?.[0].toLowerCase() ?? "other"
  return read ? `${verb} ${read[1]}` : verb
}

function never(callback) {
  return typeof callback === "function" ? undefined : new Promise(() => undefined)
}

function wrap(Client) {
  const { query } = Client.prototype
  Client.prototype.query = function stoppableQuery(config, ...rest) {
    const text = typeof config === "string" ? config : config?.text
    const callback = rest.at(-1)
    const delivery = deliveries.getStore()
    if (typeof text !== "string") return query.call(this, config, ...rest)
    if (!delivery) {
      if (standing && /crypto_(payment|webhook_event|refund)/.test(text)) return never(callback)
      return query.call(this, config, ...rest)
    }
    if (delivery.stopped) return never(callback)
    const kind = kindOf(text)
    const times = (delivery.counts.get(kind) ?? 0) + 1
    delivery.counts.set(kind, times)
    const point = `${kind} ${times}`
    if (delivery.point === null) tell(`saw ${delivery.name} ${point}`)
    if (delivery.point === point) {
      delivery.stopped = true
      tell(`stopped ${delivery.name}`)
      return never(callback)
    }
    if (delivery.point !== `after ${point}` || typeof callback !== "function") return query.call(this, config, ...rest)
    return query.call(this, config, ...rest.slice(0, -1), () => {
      delivery.stopped = true
      tell(`stopped ${delivery.name}`)
    })
  }
}

const load = Module._load
Module._load = function loadPatched(request, ...rest) {
  const loaded = load.call(this, request, ...rest)
  // Some of Medusa's packages have a copy of their own.
  if (request === "pg" && loaded.Client && !patched.has(loaded.Client)) {
    patched.add(loaded.Client)
    wrap(loaded.Client)
  }
  // Who stands still keeps its turn to settle for ever, and is to keep it from nobody.
  if (request.endsWith("/concurrency")) {
    endless = true
    return { ...loaded, createBacklog: () => loaded.createBacklog(Infinity, Infinity) }
  }
  if (request !== "tarn") return loaded
  class LargePool extends loaded.Pool {
    constructor(options) {
      super({ ...options, max: POOL })
    }
  }
  return { ...loaded, Pool: LargePool }
}
