import { VARIABLES } from "../../core/connection/settings"
import { addressOf, freePort, SANDBOX_PORT, sandboxKeys } from "./sandbox"

export type TriedService = {
  /** The variables to set, by name. */
  variables: Record<string, string>
  /** Where the sandbox listens; undefined if the store has a service of its own. */
  port: number | undefined
  /** Signs the sandbox's events. */
  endpointSecret: string
}

const [BASE_URL, API_KEY, SECRET_KEY, ENDPOINT_SECRET] = [
  VARIABLES.baseUrl as string,
  VARIABLES.apiKey as string,
  VARIABLES.secretKey as string,
  VARIABLES.endpointSecret as string,
]

/** The service that a store's environment names; without one, the sandbox. */
export async function serviceOf(env: Readonly<Record<string, string | undefined>>): Promise<TriedService> {
  const keys = sandboxKeys()
  const url = env[BASE_URL]
  const endpointSecret = env[ENDPOINT_SECRET] || keys.endpointSecret
  const isNew = [BASE_URL, API_KEY, SECRET_KEY, ENDPOINT_SECRET].every((name) => !env[name])
  if (!isNew && (env[API_KEY] !== keys.apiKey || !url)) return { variables: {}, port: undefined, endpointSecret }
  const port = url ? Number(new URL(url).port) : await freePort(SANDBOX_PORT)
  const variables = {
    [BASE_URL]: addressOf(port),
    [API_KEY]: keys.apiKey,
    [SECRET_KEY]: keys.secretKey,
    [ENDPOINT_SECRET]: keys.endpointSecret,
  }
  return { variables, port, endpointSecret }
}
