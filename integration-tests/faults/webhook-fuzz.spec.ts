import { quantile } from "../bench/support/measure"
import { forEachOf } from "../cluster/support/crowd"
import { tell } from "../cluster/support/tell"
import { deliver, unixNow } from "../support/events"
import type { MedusaServer } from "../support/medusa-process"
import { type OwnStore, startOwnStore } from "../support/own-store"
import { webhookUrl } from "../support/plugin-env"
import { until } from "../support/until"
import { tellsUsage, usageOf } from "../support/usage"
import { makeRequest, ROUTE } from "./support/fuzzed-request"
import { createWire } from "./support/wire"

/** For a million requests: `FUZZ_REQUESTS=1000000 npm test -- integration-tests/faults/webhook-fuzz.spec.ts`. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000)
const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_301)
const CONNECTIONS = 16
/** Connections that stop in the middle of a body and stay open. */
const HALVES = 100

/** Memory is measured after each window. Only the second half counts, because caches fill in the first. */
const WINDOWS = 20
/** Bytes that each request may leave behind. Anything that the server keeps of a request would be 100 bytes or more. */
const LEFT_BEHIND = { heap: 16, process: 64 }
/** Noise of a whole run, in bytes. A process's memory varies more than its heap: allocators return it late. */
const STRAY = { heap: 2 ** 20, process: 16 * 2 ** 20 }

/** The server's memory after `requests` requests. */
type Sample = { requests: number; memory: NodeJS.MemoryUsage }

/** Bytes of growth for each request: the median of the slopes between all pairs of samples, which ignores outliers. */
function growthOf(samples: readonly Sample[], bytesOf: (memory: NodeJS.MemoryUsage) => number): number {
  const slopes = samples.flatMap((later, index) =>
    samples
      .slice(0, index)
      .map((sooner) => (bytesOf(later.memory) - bytesOf(sooner.memory)) / (later.requests - sooner.requests)),
  )
  return quantile(slopes, 0.5)
}

jest.setTimeout(120_000 + REQUESTS * 20)

describe("the webhook route under random invalid requests", () => {
  let own: OwnStore
  let server: MedusaServer

  beforeAll(async () => {
    own = await startOwnStore("fuzz")
    server = await own.start(tellsUsage)
  })

  afterAll(() => own?.close())

  const statuses = new Map<number, number>()
  const faults: string[] = []
  /** The accepted bodies, as the route stores them. */
  const accepted = new Set<string>()
  let acceptances = 0

  /** Sends the requests with these numbers. Each has its own seed, so a single one can be repeated. */
  async function fuzz(from: number, to: number): Promise<void> {
    const port = Number(new URL(server.url).port)
    const numbers = Array.from({ length: to - from }, (_, index) => from + index)
    const wires = Array.from({ length: CONNECTIONS }, () => createWire(port))
    const free = [...wires]
    await forEachOf(numbers, CONNECTIONS, async (n) => {
      const wire = free.pop() as (typeof wires)[number]
      const request = makeRequest(SEED, n, own.endpointSecret, unixNow())
      const answers = await (request.whole ? wire.ask(request.pieces, request.method) : wire.askBroken(request.pieces))
      const sent = () => JSON.stringify(Buffer.concat(request.pieces).toString("latin1").slice(0, 600))
      if (request.whole && answers.length === 0) statuses.set(0, (statuses.get(0) ?? 0) + 1)
      for (const { status, body } of answers) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500) faults.push(`request ${n} was answered ${status} ${body}: ${sent()}`)
        if (!/"code":"(stored|duplicate|ignored)"/.test(body)) continue
        acceptances += 1
        if (request.vouched) accepted.add(kept(request.vouched))
        else faults.push(`request ${n} is not signed and was taken: ${sent()}`)
      }
      free.push(wire)
    })
    for (const wire of wires) wire.close()
  }

  /** The body as the route stores it: as text without NUL. */
  const kept = (body: Buffer): string => body.toString("utf8").replaceAll("\0", "")

  it(`answers ${REQUESTS} of them without a server error, stores nothing unsigned, and leaks no memory`, async () => {
    const halves = Array.from({ length: HALVES }, () => createWire(Number(new URL(server.url).port)))
    const half = Buffer.from(`POST ${ROUTE} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"type":`)
    await Promise.all(halves.map((wire) => wire.leaveHalf(half)))

    const samples: Sample[] = []
    const begun = performance.now()
    for (let window = 0; window < WINDOWS; window++) {
      const requests = Math.round((REQUESTS * (window + 1)) / WINDOWS)
      await fuzz(Math.round((REQUESTS * window) / WINDOWS), requests)
      samples.push({ requests, memory: (await usageOf(server, true)).memory })
      showProgress(begun, samples)
    }
    for (const wire of halves) wire.close()
    const counted = [...statuses].sort(([one], [other]) => one - other).map(([status, times]) => `${status}: ${times}`)
    tell(`answers by status ${counted.join(", ")} (0: the connection was ended)`)

    expect(faults.slice(0, 20)).toEqual([])
    const rows: { body: string; duplicates: number }[] = await own
      .knex("crypto_webhook_event")
      .select("body", "duplicates")
    expect(rows.filter(({ body }) => !accepted.has(body)).map(({ body }) => body.slice(0, 300))).toEqual([])
    // Each request that was answered 200 is stored, as a row or as a duplicate of one.
    expect(rows.reduce((sum, { duplicates }) => sum + 1 + duplicates, 0)).toBe(acceptances)
    expect(acceptances).toBeGreaterThan(REQUESTS / 200)

    const last = samples.slice(WINDOWS / 2)
    const measured = REQUESTS / 2
    const heap = growthOf(last, ({ heapUsed, external }) => heapUsed + external)
    const whole = growthOf(last, ({ rss }) => rss)
    tell(`each request of the last half left ${heap.toFixed(1)} bytes of heap, ${whole.toFixed(1)} in all`)
    expect(heap).toBeLessThan(LEFT_BEHIND.heap + STRAY.heap / measured)
    expect(whole).toBeLessThan(LEFT_BEHIND.process + STRAY.process / measured)
  })

  it("accepts and processes a valid event afterwards", async () => {
    const to = { endpointSecret: own.endpointSecret, webhookUrl: webhookUrl(server.url) }
    const event = { id: "evt_afterwards", type: "payment.completed", data: { payment: { id: "pay_of_nobody" } } }
    expect(await deliver(to, event)).toMatchObject({ status: 200, code: "stored" })
    await until("it was worked on", async () => {
      const row = await own.knex("crypto_webhook_event").whereLike("body", "%evt_afterwards%").first()
      return row?.attempts > 0 && row.state === "unmatched"
    })
  })

  function showProgress(begun: number, samples: readonly Sample[]): void {
    const { requests, memory } = samples.at(-1) as Sample
    const rate = (requests / (performance.now() - begun)) * 1000
    const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`
    const held = `${mb(memory.heapUsed)} heap, ${mb(memory.rss)} in all`
    tell(`${requests} of ${REQUESTS} requests, ${rate.toFixed(0)} a second; ${held}`)
  }
})
