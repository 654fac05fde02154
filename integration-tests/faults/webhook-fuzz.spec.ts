import { forEachOf } from "../cluster/support/crowd"
import { deliver, unixNow } from "../support/events"
import type { MedusaServer } from "../support/medusa-process"
import { type OwnStore, startOwnStore } from "../support/own-store"
import { webhookUrl } from "../support/plugin-env"
import { until } from "../support/until"
import { createDice } from "./support/dice"
import { makeRequest, ROUTE } from "./support/fuzzed-request"
import { type Memory, memoryOf, tellsMemory } from "./support/memory"
import { createWire } from "./support/wire"

/** A million of them takes most of an hour: `FUZZ_REQUESTS=1000000 npm run test:faults -- webhook-fuzz`. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000)
const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_301)
const CONNECTIONS = 16
/** Senders that stop in the middle of a body and stay. */
const HALVES = 100

/** What the second half may leave behind: caches that still fill, and the memory that an allocator keeps in pieces. */
const HEAP_GROWTH = 8 * 2 ** 20
const RSS_GROWTH = 48 * 2 ** 20

jest.setTimeout(120_000 + REQUESTS * 20)

describe("the webhook route under requests that nobody should send", () => {
  let own: OwnStore
  let server: MedusaServer

  beforeAll(async () => {
    own = await startOwnStore("fuzz")
    server = await own.start(tellsMemory)
  })

  afterAll(() => own?.close())

  const statuses = new Map<number, number>()
  const faults: string[] = []
  /** Bodies that were accepted, as they are kept. */
  const accepted = new Set<string>()
  let acceptances = 0

  /** The requests from one number to another, each drawn from a seed of its own: any one can be sent again alone. */
  async function fuzz(from: number, to: number): Promise<void> {
    const port = Number(new URL(server.url).port)
    const numbers = Array.from({ length: to - from }, (_, index) => from + index)
    const wires = Array.from({ length: CONNECTIONS }, () => createWire(port))
    const free = [...wires]
    await forEachOf(numbers, CONNECTIONS, async (n) => {
      const wire = free.pop() as (typeof wires)[number]
      const request = makeRequest(createDice(SEED + n), n, own.endpointSecret, unixNow())
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

  /** As the route keeps a body: text, without NUL. */
  const kept = (body: Buffer): string => body.toString("utf8").replaceAll("\0", "")

  it(`answers ${REQUESTS} of them without a fault, keeps nothing that is not signed, and holds on to no memory`, async () => {
    const halves = Array.from({ length: HALVES }, () => createWire(Number(new URL(server.url).port)))
    const half = Buffer.from(`POST ${ROUTE} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"type":`)
    await Promise.all(halves.map((wire) => wire.leaveHalf(half)))

    const memory: Memory[] = []
    const warmUp = Math.floor(REQUESTS / 10)
    const middle = Math.floor((REQUESTS + warmUp) / 2)
    const begun = performance.now()
    for (const [from, to] of [
      [0, warmUp],
      [warmUp, middle],
      [middle, REQUESTS],
    ] as const) {
      await fuzz(from, to)
      memory.push(await memoryOf(server))
    }
    const seconds = (performance.now() - begun) / 1000
    for (const wire of halves) wire.close()
    report(seconds, memory)

    expect(faults.slice(0, 20)).toEqual([])
    const rows: { body: string; duplicates: number }[] = await own
      .knex("crypto_webhook_event")
      .select("body", "duplicates")
    expect(rows.filter(({ body }) => !accepted.has(body)).map(({ body }) => body.slice(0, 300))).toEqual([])
    // Each one that was answered 200 is there, once or as another time of the same.
    expect(rows.reduce((sum, { duplicates }) => sum + 1 + duplicates, 0)).toBe(acceptances)
    expect(acceptances).toBeGreaterThan(REQUESTS / 200)

    const [, first, second] = memory as [Memory, Memory, Memory]
    expect(second.heapUsed + second.external - first.heapUsed - first.external).toBeLessThan(HEAP_GROWTH)
    expect(second.rss - first.rss).toBeLessThan(RSS_GROWTH)
  })

  it("takes a proper event afterwards as before, and works on it", async () => {
    const to = { endpointSecret: own.endpointSecret, webhookUrl: webhookUrl(server.url) }
    const event = { id: "evt_afterwards", type: "payment.completed", data: { payment: { id: "pay_of_nobody" } } }
    expect(await deliver(to, event)).toMatchObject({ status: 200, code: "stored" })
    await until("it was worked on", async () => {
      const row = await own.knex("crypto_webhook_event").whereLike("body", "%evt_afterwards%").first()
      return row?.attempts > 0 && row.state === "unmatched"
    })
  })

  /** The figures, for whoever runs it. */
  function report(seconds: number, memory: readonly Memory[]): void {
    const counted = [...statuses].sort(([one], [other]) => one - other).map(([status, times]) => `${status}: ${times}`)
    const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`
    const lines = memory.map(({ heapUsed, rss }) => `${mb(heapUsed)} heap, ${mb(rss)} in all`)
    process.stderr.write(
      `  ${REQUESTS} requests in ${seconds.toFixed(0)} s, ${(REQUESTS / seconds).toFixed(0)} a second; answers by status ${counted.join(", ")}` +
        ` (0: the connection was ended)\n  memory after the warm-up, the first and the second half: ${lines.join("; ")}\n`,
    )
  }
})
