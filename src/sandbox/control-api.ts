import { isIP } from "node:net"
import type { z } from "zod"
import type { Controls } from "./controls"
import { type PageKeys, renderPage } from "./page"
import { type Answer, type Call, errorAnswer, json, jsonOrUndefined, parse } from "./server"
import * as options from "./types"
import { SandboxError } from "./types"

const PAGE_PATH = "/sandbox"

/** Served under the name with `.json`. */
const READABLE = ["payments", "endpoints", "deliveries", "requests", "settings"] as const

type Route = (controls: Controls, input: unknown, id: string) => unknown

/** Parses the input before the control acts. */
const route =
  <S extends z.ZodType>(schema: S, act: (controls: Controls, input: z.output<S>, id: string) => unknown): Route =>
  (controls, input, id) =>
    act(controls, parse(schema, input), id)

const ROUTES: ReadonlyMap<string, Route> = new Map([
  ["/sandbox/payments/:id/pay", route(options.payOptions, (controls, input, id) => controls.pay(id, input))],
  ["/sandbox/payments/:id/pay-late", route(options.payOptions, (controls, input, id) => controls.payLate(id, input))],
  [
    "/sandbox/payments/:id/confirm",
    route(options.confirmOptions, (controls, { confirmations }, id) => controls.confirm(id, confirmations)),
  ],
  ["/sandbox/payments/:id/report", route(options.reportOptions, (controls, input, id) => controls.report(id, input))],
  ["/sandbox/payments/:id/expire", route(options.noOptions, (controls, _, id) => controls.expire(id))],
  [
    "/sandbox/payments/:id/deliver",
    route(options.deliverOptions, (controls, input, id) => controls.deliver(id, input)),
  ],
  ["/sandbox/endpoints", route(options.endpointOptions, (controls, input) => controls.registerEndpoint(input))],
  [
    "/sandbox/endpoints/:id/rotate",
    route(options.rotateOptions, (controls, { secret }, id) => controls.rotateSecret(id, secret)),
  ],
  ["/sandbox/endpoints/:id/retire", route(options.noOptions, (controls, _, id) => controls.retireSecret(id))],
  ["/sandbox/endpoints/:id/remove", route(options.noOptions, removeEndpoint)],
  ["/sandbox/settings", route(options.settingsOptions, changeSettings)],
  ["/sandbox/faults", route(options.faultOptions, (controls, input) => controls.interfere(input))],
  ["/sandbox/faults/clear", route(options.noOptions, (controls) => controls.clearFaults())],
  ["/sandbox/drain", route(options.noOptions, (controls) => controls.drain())],
])

function removeEndpoint(controls: Controls, _: unknown, id: string): unknown {
  if (!controls.removeEndpoint(id)) throw new SandboxError(404, "not_found", `There is no endpoint ${id}.`)
  return { id, removed: true }
}

function changeSettings(
  controls: Controls,
  { wallet, ...switches }: z.output<typeof options.settingsOptions>,
): unknown {
  controls.set(switches)
  if (wallet) controls.setWallet(wallet.asset, wallet.chain, wallet.available)
  return controls.settings()
}

const isForm = (call: Call): boolean =>
  (call.headers["content-type"] ?? "").toLowerCase().startsWith("application/x-www-form-urlencoded")

/** A form's fields as an object, without the empty ones; `wallet.asset` becomes a field of `wallet`. */
function readForm(text: string): Record<string, unknown> {
  const fields: Record<string, string | Record<string, string>> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === "") continue
    const [group = "", field] = name.split(".", 2)
    const others = fields[group]
    fields[group] = field === undefined ? value : { ...(typeof others === "object" ? others : {}), [field]: value }
  }
  return fields
}

const inputOf = (call: Call): unknown =>
  isForm(call) ? readForm(call.body) : call.body === "" ? {} : jsonOrUndefined(call.body)

const notFound = (path: string): SandboxError => new SandboxError(404, "not_found", `There is nothing at ${path}.`)

const seeOther = (location: string): Answer => ({ status: 303, headers: { Location: location }, body: "" })

/** The controls over HTTP and the page that uses them: everything below /sandbox. */
export function controlApi(controls: Controls, keys: () => PageKeys): (call: Call) => Promise<Answer> {
  const page = (status: number, notice: string | null): Answer => renderPage({ status, notice, controls, keys: keys() })

  function read({ path }: Call): Answer {
    if (path === "/") return seeOther(PAGE_PATH)
    if (path === PAGE_PATH) return page(200, null)
    const name = READABLE.find((one) => path === `${PAGE_PATH}/${one}.json`)
    if (!name) throw notFound(path)
    return json(200, controls[name]())
  }

  async function change(call: Call): Promise<Answer> {
    if (!fromOwnOrigin(call)) {
      throw new SandboxError(403, "other_origin", "In a browser, only the sandbox's own page may do this.")
    }
    const segments = call.path.split("/")
    const [id = ""] = segments.length === 5 ? segments.splice(3, 1, ":id") : []
    const act = ROUTES.get(segments.join("/"))
    if (!act) throw notFound(call.path)
    const done = await act(controls, inputOf(call), id)
    return isForm(call) ? seeOther(PAGE_PATH) : json(call.path === "/sandbox/endpoints" ? 201 : 200, done ?? {})
  }

  return async (call) => {
    try {
      if (call.method === "GET") return read(call)
      if (call.method === "POST") return await change(call)
      throw notFound(call.path)
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      return isForm(call) ? page(error.status, error.message) : errorAnswer(error)
    }
  }
}

/** Whether a host name cannot be rebound by another site to this machine (DNS rebinding). */
const isLocalName = (hostname: string): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || hostname === "localhost" || hostname.endsWith(".localhost")

/**
 * Whether the sandbox's own page sent this request, or a client that is not a browser. The controls have no password,
 * so without this check another site in the same browser could post forms to them.
 */
function fromOwnOrigin(call: Call): boolean {
  const { "sec-fetch-site": site = "none", origin } = call.headers
  if (site !== "same-origin" && site !== "none") return false
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host, hostname } = new URL(origin)
  return host === call.headers.host && isLocalName(hostname)
}
