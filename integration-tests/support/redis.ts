import { spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { findRedis } from "./machine"
import { freePort } from "./ports"

export type Redis = Awaited<ReturnType<typeof startRedis>>

/** Starts a Redis for the tests on a free port. It ends when this process ends, for any reason. */
export async function startRedis() {
  const program = findRedis()
  if (!program) throw new Error("there is no redis-server on the path")
  // A random start, because another run on this machine may look for a port at the same time.
  const port = await freePort(30_000 + randomInt(2_000))
  const keeper = spawn(process.execPath, [join(__dirname, "redis-keeper.mjs"), program, String(port)], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  const exited = once(keeper, "exit")
  const lines = createInterface({ input: keeper.stdout })
  const ready = () =>
    Promise.race([
      once(lines, "line"),
      exited.then(() => {
        throw new Error("Redis ended before it took connections")
      }),
    ])
  await ready()
  return {
    url: `redis://127.0.0.1:${port}`,
    /** SIGKILL. When this resolves, it runs again with its data, or without if `empty`. */
    killAndRestart: async (how?: "empty"): Promise<void> => {
      const again = ready()
      keeper.stdin.write(`${how ?? "again"}\n`)
      await again
    },
    stop: async (): Promise<void> => {
      keeper.stdin.end()
      await exited
    },
  }
}
