import { type AddressInfo, createServer } from "node:net"

/** The part of the sandbox that is used here; the plugin does not depend on it. */
export type RunningSandbox = {
  url: string
  pay: (paymentId: string) => unknown
  registerEndpoint: (endpoint: { url: string; secret: string }) => { id: string }
  removeEndpoint: (id: string) => unknown
  close: () => Promise<void>
}

type Keys = { apiKey: string; secretKey: string; endpointSecret: string }

const load = (name: "index" | "command") => require(`../../sandbox/${name}`)

/** The same in every sandbox that a person starts. */
export function sandboxKeys(): Keys {
  const { KEYS, ENDPOINT_SECRET } = load("command")
  return { ...KEYS, endpointSecret: ENDPOINT_SECRET }
}

export const runSandbox = (port: number): Promise<RunningSandbox> =>
  load("index").startSandbox({ ...sandboxKeys(), port })

/** The port of the documented command. */
export const SANDBOX_PORT = 4010

export const addressOf = (port: number): string => `http://127.0.0.1:${port}`

/** @returns the wished port or, if it is taken, a free one */
export const freePort = (wished: number): Promise<number> =>
  unusedPort(wished).catch((error) => {
    if (wished === 0) throw error
    return unusedPort(0)
  })

const unusedPort = (wished: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(wished, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
