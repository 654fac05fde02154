import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** A network between a store and its service that can break in the ways networks do. */
export type Network = {
  url: string
  /** Where connections lead, which may be known later than its own address. */
  aim: (url: string) => void
  /** From now on no byte passes, on the connections there are; who holds them is not told. New ones are proper. */
  halfOpen: () => void
  /** From now on no byte passes on any connection, new ones too, until `heal`. */
  swallow: () => void
  heal: () => void
  /** Resets every connection. */
  reset: () => void
  close: () => Promise<void>
}

export async function startNetwork(): Promise<Network> {
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

  /** Reads on, as a wire that leads nowhere would take bytes, and passes none. */
  const mute = ([near, far]: readonly [Socket, Socket]): void => {
    near.unpipe(far).resume()
    far.unpipe(near).resume()
  }
  const halfOpen = () => pairs.forEach(mute)
  const reset = () => {
    for (const [near] of pairs) near.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    aim: (url) => {
      target = new URL(url)
    },
    halfOpen,
    swallow: () => {
      swallowing = true
      halfOpen()
    },
    heal: () => {
      swallowing = false
    },
    reset,
    close: async () => {
      server.close()
      reset()
    },
  }
}
