import { randomBytes } from "node:crypto"
import { PAYMENT_COMPLETED } from "../../store-api/wire"
import type { EndpointOptions } from "../options"
import { SandboxError } from "../sandbox-error"
import type { SandboxEndpoint } from "../types"

const randomSecret = (): string => `whsec_${randomBytes(24).toString("hex")}`

export type Endpoints = ReturnType<typeof createEndpoints>

/** The webhook endpoints that the store has registered. */
export function createEndpoints() {
  const byId = new Map<string, SandboxEndpoint>()

  const change = (id: string, changes: (endpoint: SandboxEndpoint) => Partial<SandboxEndpoint>): SandboxEndpoint => {
    const endpoint = byId.get(id)
    if (!endpoint) throw new SandboxError(404, "not_found", `There is no endpoint ${id}.`)
    return { ...Object.assign(endpoint, changes(endpoint)) }
  }

  return {
    register({ url, secret = randomSecret(), events = [PAYMENT_COMPLETED] }: EndpointOptions): SandboxEndpoint {
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
        throw new SandboxError(400, "invalid_request", `url: not an http(s) address: ${url}`)
      }
      const id = `we_${randomBytes(8).toString("hex")}`
      const endpoint: SandboxEndpoint = { id, url, events: [...events], secret, previousSecret: null }
      byId.set(id, endpoint)
      return { ...endpoint }
    },

    list: (): SandboxEndpoint[] => [...byId.values()].map((endpoint) => ({ ...endpoint })),

    get: (id: string): SandboxEndpoint | undefined => byId.get(id),

    remove: (id: string): boolean => byId.delete(id),

    rotate: (id: string, secret: string = randomSecret()): SandboxEndpoint =>
      change(id, (endpoint) => ({ secret, previousSecret: endpoint.secret })),

    retire: (id: string): SandboxEndpoint => change(id, () => ({ previousSecret: null })),
  }
}
