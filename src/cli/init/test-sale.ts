import { setTimeout as wait } from "node:timers/promises"
import type { SalesKey } from "../../workflows/connections/begin"
import { quiet, type Started, startMedusa } from "../medusa-command"
import { NEW_CONNECTION } from "./in-store"
import type { Step } from "./run-steps"
import { addressOf, freePort, type RunningSandbox, runSandbox, SANDBOX_PORT } from "./sandbox"
import { NothingToSell, placeTestOrder } from "./test-order"

export type TestSale = {
  steps: Step[]
  /** What came of it, for the store's owner. */
  result: () => string
  /** How to start the store and the sandbox. */
  next: string
  /** Lets the store that its owner starts use the sandbox, until `signal`. */
  stay: (signal: AbortSignal) => Promise<void>
  end: () => Promise<void>
}

type Sale = { port: number; endpointSecret: string; regionIds: readonly string[]; keysOf: () => SalesKey[] }

/** The port of `npx medusa develop`. */
const MEDUSA_PORT = 9000

const webhookOf = (port: number): string => `http://localhost:${port}/hooks/crypto-payments/${NEW_CONNECTION}`

/** Starts the sandbox, and with it the store for one order. `checks` run between the two. */
export function testSale({ port, endpointSecret, regionIds, keysOf }: Sale, checks: readonly Step[]): TestSale {
  let sandbox: RunningSandbox | undefined
  let bought = ""
  const end = async () => sandbox?.close()

  const begin: Step = {
    name: `start the sandbox, a payment service on this machine, at ${addressOf(port)}`,
    do: async () => {
      sandbox = await runSandbox(port).catch((error: NodeJS.ErrnoException) => {
        throw error.code === "EADDRINUSE" ? new Error(`Port ${port} is taken. End the sandbox that runs there.`) : error
      })
    },
    undo: end,
  }
  const sell: Step = {
    name: "start the store, buy one product and pay it in the sandbox; the order stays in your database",
    do: async (signal) => {
      try {
        const number = await withStore(signal, async (url, at) => {
          const endpoint = sandbox?.registerEndpoint({ url: webhookOf(at), secret: endpointSecret })
          const pay = (id: string) => sandbox?.pay(id)
          const order = await placeTestOrder({ url, keys: keysOf(), regionIds, pay, signal })
          if (endpoint) sandbox?.removeEndpoint(endpoint.id)
          return order
        })
        bought = `Order #${number} is paid and captured.`
      } catch (error) {
        if (!(error instanceof NothingToSell)) throw error
        bought = `The store is set up. No test order was bought: ${error.message}.`
      }
    },
  }
  const { env } = process
  const own = webhookOf(Number(env.PORT ?? MEDUSA_PORT))
  const command = `npx medusa-payment-crypto sandbox --webhook ${own}${port === SANDBOX_PORT ? "" : ` --port ${port}`}`
  return {
    steps: [begin, ...checks, sell],
    result: () => bought,
    next: `To go on, run both:\n  npx medusa develop\n  ${command}\n`,
    stay: async (signal) => {
      sandbox?.registerEndpoint({ url: own, secret: endpointSecret })
      process.stdout.write(`
The sandbox runs on until Ctrl-C: be the payer at ${addressOf(port)}/sandbox.
Run npx medusa develop in another terminal. Later, start the sandbox again with
  ${command}
`)
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }))
    },
    end,
  }
}

/** Runs the store of this folder for as long as `work` takes. */
async function withStore<T>(signal: AbortSignal, work: (url: string, port: number) => Promise<T>): Promise<T> {
  const port = await freePort(0)
  const server = startMedusa(["start", "--port", String(port)], { env: { ...quiet(), NODE_ENV: "development" } })
  try {
    await answers(port, server, signal)
    return await work(`http://localhost:${port}`, port)
  } finally {
    server.child.kill("SIGTERM")
    await server.ended
  }
}

const UP_WITHIN_MS = 120_000

async function answers(port: number, server: Started, signal: AbortSignal): Promise<void> {
  let runs = true
  const over = server.ended.then(() => {
    runs = false
  })
  const until = performance.now() + UP_WITHIN_MS
  while (runs && performance.now() < until) {
    const answer = await fetch(`http://localhost:${port}/health`).catch(() => undefined)
    if (answer?.ok) return
    await Promise.race([wait(200, undefined, { signal }), over])
  }
  throw new Error(`The store does not start. ${server.said()}`)
}
