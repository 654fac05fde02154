import { carryAdminContext, carryRequestContext } from "../../api/guards/checkout"
import { CryptoPaymentError } from "../../core/text/errors"
import { CREATE_TIMEOUT_MS } from "../../store-api/client"
import { waitForLock } from "../../workflows/concurrency"
import { answerQuote } from "../../workflows/quote/renew-quote"
import type { RequestContext } from "../provider-channel"
import { payerIpOfRequest, remainingBudget, requestContext, runInRequestContext } from "../provider-channel"

it("has no payer's IP outside a shopper's request, which is not the same as a request that lacks it", () => {
  const payerIn = (carry: typeof carryRequestContext) => {
    const told = jest.fn()
    carry({ ip: undefined } as never, { json: () => {} } as never, () => told(payerIpOfRequest("request")))
    return told.mock.calls
  }
  expect(requestContext()).toBeUndefined()
  expect(payerIpOfRequest("request")).toBeUndefined()
  expect(payerIn(carryAdminContext)).toEqual([[undefined]])
  expect(payerIn(carryRequestContext)).toEqual([[{ missing: "no_address" }]])
})

describe("the ten seconds that a shopper waits for the service", () => {
  const NOW = 3_600_000
  const leftAfter = (ms: number, wish: Partial<RequestContext> = {}) =>
    runInRequestContext({ deadline: NOW + 9000, ...wish }, () => {
      jest.spyOn(performance, "now").mockReturnValue(NOW + ms)
      return remainingBudget(CREATE_TIMEOUT_MS)
    })

  beforeEach(() => jest.spyOn(performance, "now").mockReturnValue(NOW))
  afterEach(() => jest.restoreAllMocks())

  it("begin when the shopper opens a session or asks for a new quote, and one of them is left for Medusa", async () => {
    const told = jest.fn()
    carryRequestContext({} as never, { json: () => {} } as never, () => told(requestContext()?.deadline))
    await answerQuote({} as never, async ({ deadline }) => {
      told(deadline)
      throw new CryptoPaymentError("service_unavailable")
    })
    expect(told.mock.calls).toEqual([[NOW + 9000], [NOW + 9000]])
  })

  it("allow a call the milliseconds that are left when it begins, at most seven seconds", () => {
    expect([0, 2000, 5000, 9000, 60_000].map((ms) => leftAfter(ms))).toEqual([7000, 7000, 4000, 0, 0])
  })

  it("allow no second call in a request that was refused, and do not limit a call that no shopper waits for", () => {
    expect(leftAfter(0, { refusal: { code: "screening_failed", status: 403, retryAfter: undefined } })).toBe(0)
    expect(remainingBudget(CREATE_TIMEOUT_MS)).toBe(CREATE_TIMEOUT_MS)
  })

  it("end with service_unavailable if they are too short to wait for another request's lease", async () => {
    const taken = { ids: ["cpay_1"], until: new Date(NOW) }
    const lock = { claim: jest.fn().mockResolvedValueOnce(undefined).mockResolvedValue(taken), release: jest.fn() }
    const waiting = { clock: () => new Date(NOW), deadline: NOW + 100 }
    const refusal = { code: "service_unavailable", retryAfter: 1 }
    await expect(waitForLock(waiting, lock, "pay_col_1", async () => "shown")).rejects.toMatchObject(refusal)
    expect(lock.claim).toHaveBeenCalledTimes(1)
  })
})
