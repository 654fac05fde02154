import { secondsToWait, takeRequest } from "../shopper-route"

const T = 3_600_000

describe("the rate limits of a shopper's requests", () => {
  // The process's own clock decides when a window is over.
  beforeEach(() => jest.spyOn(performance, "now").mockReturnValue(T))
  afterEach(() => jest.restoreAllMocks())

  it("allow 60 requests per minute for one token and address, and count other addresses separately", () => {
    const taken = Array.from({ length: 61 }, () => takeRequest("status", "token-1", "203.0.113.1", T))
    expect(taken.slice(0, 60)).toEqual(Array(60).fill(0))
    expect(taken[60]).toBe(60)
    expect(secondsToWait("status", "token-1", "203.0.113.1", T + 1_000)).toBe(59)
    expect(takeRequest("status", "token-1", "203.0.113.2", T)).toBe(0)
  })

  it("are not reset by 11,000 forged addresses for another token", () => {
    for (let i = 0; i < 60; i++) takeRequest("page", "token-3", "203.0.113.1", T)
    for (let i = 0; i < 11_000; i++) takeRequest("page", "token-4", `10.0.${i >> 8}.${i & 255}`, T)
    expect(takeRequest("page", "token-3", "203.0.113.1", T)).toBe(60)
  })
})
