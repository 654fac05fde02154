import { takeRequest } from "../shopper-route"

const T = 3_600_000

describe("the rate limits of a shopper's requests", () => {
  // The process's own clock decides when a window is over.
  beforeEach(() => jest.spyOn(performance, "now").mockReturnValue(T))
  afterEach(() => jest.restoreAllMocks())

  it("are not reset by 11,000 forged addresses for another token", () => {
    for (let i = 0; i < 60; i++) takeRequest("page", "token-3", "203.0.113.1", T)
    for (let i = 0; i < 11_000; i++) takeRequest("page", "token-4", `10.0.${i >> 8}.${i & 255}`, T)
    expect(takeRequest("page", "token-3", "203.0.113.1", T)).toBe(60)
  })
})
