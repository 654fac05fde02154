import { carryRequestContext } from "../../api/guards/checkout"
import { CryptoPaymentError } from "../../core/text/errors"
import { CREATE_DEADLINE_MS } from "../../store-api/client"
import { answerQuote } from "../../workflows/quote/renew-quote"
import { waitForLease } from "../../workflows/with-lease"
import {
  payerIpOfRequest,
  type RequestContext,
  remainingBudget,
  requestContext,
  runInRequestContext,
} from "../provider-channel"

const request = (ip: string | undefined, headers: Record<string, string> = {}): RequestContext => ({
  ip,
  header: (name) => headers[name.toLowerCase()],
  deadline: 0,
})

describe("the payer's IP", () => {
  it("comes from the running request, by the connection's setting", () => {
    const named = request("198.51.100.7", { "x-shopper-ip": "192.0.2.33" })
    expect(runInRequestContext(named, () => payerIpOfRequest("request"))).toEqual({ ip: "198.51.100.7" })
    expect(runInRequestContext(named, () => payerIpOfRequest({ header: "X-Shopper-IP" }))).toEqual({ ip: "192.0.2.33" })
    expect(runInRequestContext(named, () => payerIpOfRequest("off"))).toBeUndefined()
  })

  it("is undefined outside a request", () => {
    expect(requestContext()).toBeUndefined()
    expect(payerIpOfRequest("request")).toBeUndefined()
  })

  it("stays with its own request when two requests run at the same time", async () => {
    const read = (ip: string) =>
      runInRequestContext(request(ip), async () => {
        await Promise.resolve()
        return payerIpOfRequest("request")
      })
    expect(await Promise.all(["192.0.2.1", "192.0.2.2"].map(read))).toEqual([{ ip: "192.0.2.1" }, { ip: "192.0.2.2" }])
  })
})

describe("the ten seconds that a shopper waits for the service", () => {
  const NOW = 3_600_000
  const leftAfter = (ms: number, wish: Partial<RequestContext> = {}) =>
    runInRequestContext({ ...request(undefined), deadline: NOW + 9000, ...wish }, () => {
      jest.spyOn(performance, "now").mockReturnValue(NOW + ms)
      return remainingBudget(CREATE_DEADLINE_MS)
    })

  beforeEach(() => jest.spyOn(performance, "now").mockReturnValue(NOW))
  afterEach(() => jest.restoreAllMocks())

  it.each<[string, (told: (deadline: number | undefined) => void) => unknown]>([
    [
      "opens a payment session",
      (told) => carryRequestContext({} as never, { json: () => {} } as never, () => told(requestContext()?.deadline)),
    ],
    [
      "asks for a new quote",
      (told) =>
        answerQuote({} as never, async ({ deadline }) => {
          told(deadline)
          throw new CryptoPaymentError("service_unavailable")
        }),
    ],
  ])("begin when the shopper %s, and one of them is left for Medusa", async (_, ask) => {
    const told = jest.fn()
    await ask(told)
    expect(told.mock.calls).toEqual([[NOW + 9000]])
  })

  it.each([
    [0, 7000],
    [2000, 7000],
    [5000, 4000],
    [9000, 0],
    [60_000, 0],
  ])("allow a call that begins after %i ms at most %i ms", (ms, left) => {
    expect(leftAfter(ms)).toBe(left)
  })

  it("allow no second call in a request that was refused", () => {
    expect(leftAfter(0, { refusal: { code: "screening_failed", status: 403, retryAfter: undefined } })).toBe(0)
  })

  it("do not limit a call that no shopper waits for", () => {
    expect(remainingBudget(CREATE_DEADLINE_MS)).toBe(CREATE_DEADLINE_MS)
  })

  it("end with service_unavailable if they are too short to wait for another request's lease", async () => {
    const taken = { ids: ["cpay_1"], until: new Date(NOW) }
    const leases = { take: jest.fn().mockResolvedValueOnce(undefined).mockResolvedValue(taken), free: jest.fn() }
    const waiting = { clock: () => new Date(NOW), deadline: NOW + 100 }
    const refusal = { code: "service_unavailable", retryAfter: 1 }
    await expect(waitForLease(waiting, leases, "pay_col_1", async () => "shown")).rejects.toMatchObject(refusal)
    expect(leases.take).toHaveBeenCalledTimes(1)
  })
})
