import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

/**
 * A service that answers every request with a new payment, or with a new payment intent of Stripe. It has its own
 * process, so that its CPU is not counted.
 */
export async function startLoopback(): Promise<{ url: string; port: number; stop: () => Promise<void> }> {
  const child = fork(join(__dirname, "loopback-server.mjs"), { execArgv: [] })
  const ended = once(child, "exit")
  const [port] = (await Promise.race([once(child, "message"), ended])) as [number]
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
