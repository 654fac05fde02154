import { type AddressInfo, createServer } from "node:net"
import { VARIABLES } from "../../core/connection/settings"

type TriedService = {
  variables: Record<string, string>
  /** Where the sandbox listens; undefined if the store has a service of its own. */
  port: number | undefined
  /** It is another port than usual, because that one is taken. */
  isOtherPort: boolean
  endpointSecret: string
}

const [BASE_URL, API_KEY, SECRET_KEY, ENDPOINT_SECRET] = [
  VARIABLES.baseUrl as string,
  VARIABLES.apiKey as string,
  VARIABLES.secretKey as string,
  VARIABLES.endpointSecret as string,
]

/**
 * The service that a store uses; without one, the sandbox.
 * @param hasKeys the store has keys outside of the environment, which would hide them
 * @throws Error if the environment names the sandbox's address without a port
 */
export async function serviceOf(
  env: Readonly<Record<string, string | undefined>>,
  hasKeys: boolean,
): Promise<TriedService> {
  const keys = sandboxKeys()
  const url = env[BASE_URL]
  const endpointSecret = env[ENDPOINT_SECRET] || keys.endpointSecret
  const isNew = [BASE_URL, API_KEY, SECRET_KEY, ENDPOINT_SECRET].every((name) => !env[name])
  const isOwn = isNew ? hasKeys : env[API_KEY] !== keys.apiKey || !url
  if (isOwn) return { variables: {}, port: undefined, isOtherPort: false, endpointSecret }
  const port = url ? portOf(url) : await freePort(SANDBOX_PORT)
  const variables = {
    [BASE_URL]: addressOf(port),
    [API_KEY]: keys.apiKey,
    [SECRET_KEY]: keys.secretKey,
    [ENDPOINT_SECRET]: keys.endpointSecret,
  }
  return { variables, port, isOtherPort: !url && port !== SANDBOX_PORT, endpointSecret }
}

/** @throws Error if the address has no port, or only the default one of its scheme */
function portOf(url: string): number {
  const port = URL.canParse(url) ? Number(new URL(url).port) : 0
  if (port === 0) throw new Error(`Correct ${BASE_URL}. The sandbox's is ${addressOf(SANDBOX_PORT)}.`)
  return port
}

/** The part of the sandbox that is used here: of one that `init` starts, or of one that runs already. */
export type RunningSandbox = {
  pay: (externalId: string) => unknown
  registerEndpoint: (endpoint: { url: string; secret: string }) => { id: string } | Promise<{ id: string }>
  removeEndpoint: (id: string) => unknown
  close: () => Promise<void>
}

/** Whether the sandbox has a rate for a currency. */
export const canPrice = (currencyCode: string): boolean => load("payments").CURRENCIES.has(currencyCode.toUpperCase())

const load = (name: "index" | "command" | "payments") => require(`../../sandbox/${name}`)

/** The same in every sandbox that a person starts. */
function sandboxKeys(): { apiKey: string; secretKey: string; endpointSecret: string } {
  const { KEYS, ENDPOINT_SECRET } = load("command")
  return { ...KEYS, endpointSecret: ENDPOINT_SECRET }
}

export const runSandbox = (port: number): Promise<RunningSandbox> =>
  load("index").startSandbox({ ...sandboxKeys(), port })

const ANSWERS_WITHIN_MS = 2000

/** @returns a sandbox of another process, which runs on after `close`; undefined if none answers at this port */
export async function findSandbox(port: number): Promise<RunningSandbox | undefined> {
  const call = async (path: string, input?: object) => {
    const posted = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(input) }
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
    const answer = await fetch(`${addressOf(port)}/sandbox/${path}`, { signal, ...(input && posted) })
    if (!answer.ok) throw new Error(`The sandbox answers ${answer.status} to ${path}.`)
    return answer.json()
  }
  const settings = await call("settings.json").catch(() => undefined)
  if (typeof settings?.perMinuteCap !== "number") return undefined
  return {
    pay: (id) => call(`payments/${id}/pay`, {}),
    registerEndpoint: (endpoint) => call("endpoints", endpoint),
    removeEndpoint: (id) => call(`endpoints/${id}/remove`, {}),
    close: async () => undefined,
  }
}

/** The port of the documented command. */
export const SANDBOX_PORT = 4010

export const addressOf = (port: number): string => `http://127.0.0.1:${port}`

/** @returns the wanted port or, if it is taken, a free one */
export const freePort = (wanted: number): Promise<number> =>
  unusedPort(wanted).catch((error) => {
    if (wanted === 0) throw error
    return unusedPort(0)
  })

const unusedPort = (wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(wanted, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
