import type { Controls } from "../controls"
import { type PageKeys, renderPage } from "../page/render-page"
import { SandboxError } from "../sandbox-error"
import { type Answer, json, refusal } from "./answer"
import type { Call } from "./call"
import { isForm } from "./control-input"
import { control, READABLE } from "./control-routes"
import { fromOwnOrigin } from "./own-origin"

export const PAGE_PATH = "/sandbox"

const isReadable = (name: string): name is keyof typeof READABLE => Object.hasOwn(READABLE, name)

const notFound = (path: string): SandboxError => new SandboxError(404, "not_found", `There is nothing at ${path}.`)

const seeOther = (location: string): Answer => ({ status: 303, headers: { Location: location }, body: "" })

/** The controls over HTTP and the page that uses them: everything under /sandbox. */
export function controlApi(controls: Controls, keys: () => PageKeys): (call: Call) => Promise<Answer> {
  const page = (status: number, notice: string | null): Answer => renderPage({ status, notice, controls, keys: keys() })

  function read(call: Call): Answer {
    if (call.path === PAGE_PATH) return page(200, null)
    const name = /^\/sandbox\/([a-z]+)\.json$/.exec(call.path)?.[1] ?? ""
    if (!isReadable(name)) throw notFound(call.path)
    return json(200, READABLE[name](controls))
  }

  async function change(call: Call): Promise<Answer> {
    if (!fromOwnOrigin(call)) {
      throw new SandboxError(403, "other_origin", "Only the sandbox's own page may do this in a browser.")
    }
    const done = await control(controls, call.path.slice(PAGE_PATH.length + 1).split("/"), call)
    if (!done) throw notFound(call.path)
    return isForm(call) ? seeOther(PAGE_PATH) : json(done.status, done.body)
  }

  return async (call) => {
    try {
      if (call.method === "GET" && call.path === "/") return seeOther(PAGE_PATH)
      if (call.method === "GET") return read(call)
      if (call.method === "POST" && call.path.startsWith(`${PAGE_PATH}/`)) return await change(call)
      throw notFound(call.path)
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      return isForm(call) ? page(error.status, error.message) : refusal(error)
    }
  }
}
