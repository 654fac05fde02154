import { createServer } from "node:net"

/** Whether no process on this machine uses the port. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .listen(port, () => probe.close(() => resolve(true)))
  })

/** The wished port, or the next free one. */
export async function freePort(wished: number): Promise<number> {
  for (let port = wished; port < wished + 100; port++) if (await isFree(port)) return port
  throw new Error(`none of the ports ${wished} to ${wished + 99} is free`)
}
