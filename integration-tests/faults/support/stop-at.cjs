/**
 * Preloaded into a server under test. For a delivery with the header `x-stop-at: <name>` it prints every statement of
 * its work; with `<name> <point>` the work stops for ever at that point, so that the process can be killed there.
 * A point is `<verb> <table> <count in this delivery>` and is before its statement. With `after ` it is after the
 * statement: PostgreSQL has run it, but the server does not get the result.
 */
const { AsyncLocalStorage } = require("node:async_hooks")
const { Server } = require("node:http")
const Module = require("node:module")

/** Large, because each stopped delivery may hold several connections. */
const POOL = 140

const deliveries = new AsyncLocalStorage()
const patched = new WeakSet()
/** True from the first delivery with a point on. Then the work of jobs on the plugin's tables stops too. */
let standing = false

/** True if settling has no limit of parallel payments, because the module with the limit was replaced. */
let endless = false

const tell = (line) => process.stdout.write(`\n${line}\n`)

const receive = Server.prototype.emit
Server.prototype.emit = function emit(event, request, ...rest) {
  const header = event === "request" && request.headers["x-stop-at"]
  if (!header) return receive.call(this, event, request, ...rest)
  if (!endless)
    throw new Error("the module that limits settling was not loaded, so a stopped delivery would block the others")
  const [, name, point = null] = /^(\S+)(?: (.+))?$/.exec(header)
  standing ||= point !== null
  const delivery = { name, point, counts: new Map(), stopped: false }
  // Code that reads the body continues in the request's events, so they must belong to the delivery too.
  const tellBody = request.emit
  request.emit = (...args) => deliveries.run(delivery, () => tellBody.apply(request, args))
  return deliveries.run(delivery, () => receive.call(this, event, request, ...rest))
}

/** Verb and table of a statement, such as `update crypto_payment`; `commit` has no table. */
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
  // Some of Medusa's packages have their own copy of pg.
  if (request === "pg" && loaded.Client && !patched.has(loaded.Client)) {
    patched.add(loaded.Client)
    wrap(loaded.Client)
  }
  // A stopped delivery keeps its turn to settle for ever, so there must be unlimited turns.
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
