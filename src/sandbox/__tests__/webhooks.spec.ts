import { createHmac } from "node:crypto"
import { closeServers } from "../../store-api/__tests__/support/servers"
import { type Sandbox, startSandbox } from ".."
import { createdId, startReceiver, stoppedClock } from "./helpers"

const NOW_SECONDS = Date.parse("2026-01-02T03:04:05.000Z") / 1000
const mac = (secret: string, text: string): string => createHmac("sha256", secret).update(text).digest("hex")

describe("the sandbox's webhooks", () => {
  let sandbox: Sandbox

  beforeEach(async () => {
    sandbox = await startSandbox({ clock: stoppedClock().clock, deliveryRetryMs: [0, 0] })
  })
  afterEach(() => Promise.all([sandbox.close(), closeServers()]))

  const receivedBy = async (options: { secret?: string }, ...statuses: number[]) => {
    const { url, received } = await startReceiver(...statuses)
    sandbox.registerEndpoint({ url, ...options })
    return received
  }
  const completePayment = async () => {
    sandbox.pay(await createdId(sandbox))
    await sandbox.drain()
  }

  it("sends every endpoint an event, signed with its own secret, when a payment completes", async () => {
    const [one, two] = [await startReceiver(200), await startReceiver(204)]
    const first = sandbox.registerEndpoint({ url: one.url })
    sandbox.registerEndpoint({ url: two.url, secret: "whsec_two" })
    expect(first.secret).toMatch(/^whsec_[0-9a-f]{48}$/)
    const id = await createdId(sandbox)
    sandbox.pay(id)
    await sandbox.drain()

    const body = one.received[0]?.body ?? ""
    const payment = {
      ...{ id, status: "completed", confirmations: 2, displayAmount: { minor: 500, currency: "USD" } },
      payAmount: { base: "8334", asset: "BTC", decimals: 8 },
    }
    const created = "2026-01-02T03:04:05.000Z"
    const event = { id: expect.stringMatching(/^evt_/), type: "payment.completed", created, data: { payment } }
    expect(JSON.parse(body)).toEqual(event)
    expect(one.received[0]?.headers["content-type"]).toBe("application/json")
    const signatures = [one, two].map(({ received }) => received.map(({ headers }) => headers["service-signature"]))
    expect(signatures).toEqual(
      [first.secret, "whsec_two"].map((secret) => [`t=${NOW_SECONDS},v1=${mac(secret, `${NOW_SECONDS}.${body}`)}`]),
    )
  })

  it("retries a delivery with the same bytes until it is accepted", async () => {
    const received = await receivedBy({}, 500, 302, 200)
    await completePayment()
    expect(sandbox.deliveries()).toMatchObject([500, 302, 200].map((status, n) => ({ attempt: n + 1, status })))
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  })

  it("stops after the last attempt and keeps the error of each one", async () => {
    const gone = await startReceiver()
    await gone.close()
    sandbox.registerEndpoint({ url: gone.url })
    await completePayment()
    expect(sandbox.deliveries()).toMatchObject([1, 2, 3].map((attempt) => ({ attempt, error: "ECONNREFUSED" })))
  })

  it("signs with both secrets during a rotation, and then only with the new one", async () => {
    const { url, received } = await startReceiver(200)
    const endpoint = sandbox.registerEndpoint({ url, secret: "old" })
    sandbox.rotateSecret(endpoint.id, "new")
    const id = await createdId(sandbox)
    await sandbox.deliver(id)
    sandbox.retireSecret(endpoint.id)
    await sandbox.deliver(id)
    const signers = received.map(({ body, headers }) =>
      ["new", "old"].filter((secret) =>
        headers["service-signature"]?.includes(`v1=${mac(secret, `${NOW_SECONDS}.${body}`)}`),
      ),
    )
    expect(signers).toEqual([["new", "old"], ["new"]])
  })

  it("redelivers an event as often as requested, and resolves with each answer", async () => {
    const received = await receivedBy({}, 200, 200, 503)
    const id = await createdId(sandbox)
    sandbox.pay(id)
    await sandbox.drain()
    const again = await sandbox.deliver(id, { times: 2, delayMs: 1 })
    expect(again.map(({ status }) => status).sort()).toEqual([200, 503])
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  })

  it("can send an event with a wrong secret, timestamp or body, or without a signature", async () => {
    const received = await receivedBy({ secret: "right" }, 200)
    const id = await createdId(sandbox)
    await sandbox.deliver(id, { secret: "wrong", timestamp: 5, body: "not json" })
    await sandbox.deliver(id, { unsigned: true, body: { hello: 1 } })
    expect(received.map(({ body }) => body)).toEqual(["not json", '{"hello":1}'])
    expect(received[0]?.headers["service-signature"]).toBe(`t=5,v1=${mac("wrong", "5.not json")}`)
    expect(received[1]?.headers).not.toHaveProperty("service-signature")
  })

  it("delivers to only one endpoint if requested", async () => {
    const [one, two] = [await startReceiver(200), await startReceiver(200)]
    const { id: endpoint } = sandbox.registerEndpoint({ url: one.url })
    sandbox.registerEndpoint({ url: two.url })
    expect(await sandbox.deliver(await createdId(sandbox), { endpoint })).toHaveLength(1)
    expect([one.received.length, two.received.length]).toEqual([1, 0])
  })

  it("drops events while delivery is stopped, and sends them only on request", async () => {
    const received = await receivedBy({}, 200)
    const id = await createdId(sandbox)
    sandbox.stopDelivering()
    sandbox.pay(id)
    sandbox.resumeDelivering()
    await sandbox.drain()
    expect(received).toEqual([])
    await sandbox.deliver(id)
    expect(received).toHaveLength(1)
  })

  it("sends nothing to a removed endpoint, or to one that subscribes to other events", async () => {
    const { url, received } = await startReceiver(200)
    const { id } = sandbox.registerEndpoint({ url })
    sandbox.registerEndpoint({ url, events: ["payment.other"] })
    expect([sandbox.removeEndpoint(id), sandbox.removeEndpoint(id)]).toEqual([true, false])
    await completePayment()
    expect(received).toEqual([])
    expect(sandbox.endpoints().map(({ events }) => events)).toEqual([["payment.other"]])
  })

  it.each(["ftp://x/y", "not a url", ""])("refuses to register an endpoint at %j", (url) => {
    expect(() => sandbox.registerEndpoint({ url })).toThrow("not an http(s) address")
  })

  it("closes without waiting for a retry or for a delayed delivery", async () => {
    const patient = await startSandbox({ deliveryRetryMs: [3_600_000] })
    const { url } = await startReceiver(500)
    patient.registerEndpoint({ url })
    patient.pay(await createdId(patient))
    const late = patient.deliver(patient.payments()[0]?.id ?? "", { delayMs: 3_600_000 })
    const cut = expect(late).rejects.toThrow()
    await patient.close()
    await cut
  })
})
