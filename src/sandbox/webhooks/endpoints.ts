import { randomBytes } from "node:crypto"
import { PAYMENT_COMPLETED } from "../../store-api/wire"
import { SandboxError } from "../sandbox-error"
import type { EndpointInput, SandboxEndpoint } from "../types"

const randomSecret = (): string => `whsec_${randomBytes(24).toString("hex")}`

export type Endpoints = ReturnType<typeof createEndpoints>

/** The webhook endpoints the store has registered. */
export function createEndpoints() {
  const byId = new Map<string, SandboxEndpoint>()

  const find = (id: string): SandboxEndpoint => {
    const endpoint = byId.get(id)
    if (!endpoint) throw new SandboxError(404, "not_found", `There is no endpoint ${id}.`)
    return endpoint
  }

  return {
    register({ url, secret = randomSecret(), events = [PAYMENT_COMPLETED] }: EndpointInput): SandboxEndpoint {
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

    /** False where there is none of that id. */
    remove: (id: string): boolean => byId.delete(id),

    /** From now on both secrets sign, until `retireSecret`. */
    rotate(id: string, secret: string = randomSecret()): SandboxEndpoint {
      const endpoint = find(id)
      endpoint.previousSecret = endpoint.secret
      endpoint.secret = secret
      return { ...endpoint }
    },

    /** Ends a rotation: only the newer secret signs. */
    retire(id: string): SandboxEndpoint {
      const endpoint = find(id)
      endpoint.previousSecret = null
      return { ...endpoint }
    },
  }
}

export const secretsOf = ({ secret, previousSecret }: SandboxEndpoint): string[] =>
  previousSecret === null ? [secret] : [secret, previousSecret]
