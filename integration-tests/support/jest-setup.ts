import { Server } from "node:http"

/** Medusa needs about ten seconds until its first request, and more if all cores are busy. */
jest.setTimeout(180_000)

const { listen } = Server.prototype

/**
 * Node's server closes an idle connection after five seconds, perhaps while a busy test sends its next request on it,
 * which then fails. The client closes it first if the server does not.
 */
Server.prototype.listen = function (this: Server, ...where: never[]) {
  this.keepAliveTimeout = 0
  return listen.apply(this, where as never)
} as typeof listen
