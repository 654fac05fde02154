import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** A proxy between a store and its service that can fail as networks do. */
export async function startNetwork() {
  let target: URL | undefined
  let swallowing = false
  const pairs = new Set<readonly [Socket, Socket]>()

  const server = createServer((near) => {
    const far = connect(Number(target?.port), target?.hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const one of pair) {
      one.on("error", () => undefined)
      one.on("close", () => {
        for (const each of pair) each.destroy()
        pairs.delete(pair)
      })
    }
    near.pipe(far)
    far.pipe(near)
    if (swallowing) mute(pair)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")

  /** Keeps reading bytes, but passes none. */
  const mute = ([near, far]: readonly [Socket, Socket]): void => {
    near.unpipe(far).resume()
    far.unpipe(near).resume()
  }
  /** Passes no bytes on the present connections, without closing them. New connections work. */
  const halfOpen = () => pairs.forEach(mute)
  /** Resets every connection. */
  const reset = () => {
    for (const [near] of pairs) near.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the target of connections. It may be known only after the proxy's own address. */
    aim: (url: string): void => {
      target = new URL(url)
    },
    halfOpen,
    /** Passes no bytes on any connection, including new ones, until `heal`. */
    swallow: () => {
      swallowing = true
      halfOpen()
    },
    heal: () => {
      swallowing = false
    },
    reset,
    close: async (): Promise<void> => {
      server.close()
      reset()
    },
  }
}

export type Network = Awaited<ReturnType<typeof startNetwork>>
