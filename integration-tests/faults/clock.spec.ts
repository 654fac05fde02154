import { placeNoted, rowInState, rowOf } from "../support/crypto-payments"
import { completed, deliver, sign } from "../support/events"
import { describeShop } from "../support/medusa"
import { storedEvents, untilQuiet } from "../support/module-rows"

/** Largest accepted difference between the service's clock and the server's, in seconds. */
const TOLERANCE = 300

/** Only the date is faked. */
const REAL = [
  ...(["hrtime", "nextTick", "performance", "queueMicrotask", "setImmediate", "clearImmediate"] as const),
  ...(["setInterval", "clearInterval", "setTimeout", "clearTimeout"] as const),
]

describeShop("the webhook route of a server whose clock is wrong", {}, (shop) => {
  afterEach(() => {
    jest.useRealTimers()
  })

  /** Sets the server's clock, which then stands still. */
  const setClock = (time: number): void => {
    if (jest.isMockFunction(setTimeout)) throw new Error("only the clock may be set")
    jest.useFakeTimers({ now: time, doNotFake: [...REAL] })
  }

  /** Delivers an event that was signed at this second of the service's clock. */
  const signedAt = async (seconds: number, event: object) => {
    const body = JSON.stringify(event)
    return deliver(shop, body, { signature: sign(body, shop.endpointSecret, seconds) })
  }

  it("stores nothing while the clock is an hour off, and settles once when it is right, even if it changes again", async () => {
    shop.sandbox.stopDelivering()
    const { paymentId: id, orderId } = await placeNoted(shop)
    const event = completed(id)
    const now = Date.now()
    const second = Math.floor(now / 1000)
    for (const hour of [-3_600_000, 3_600_000]) {
      setClock(now + hour)
      expect(await signedAt(second, event)).toMatchObject({ status: 401, code: "signature_stale" })
    }
    expect(await storedEvents(shop.container)).toEqual([])
    expect((await rowOf(shop.container, id)).status).toBe("awaiting_payment")

    setClock(now)
    expect(await signedAt(second, event)).toMatchObject({ status: 200, code: "stored" })
    await rowInState(shop.container, id, "settled")
    for (const minutes of [-10, 10, -3, 3, -4.9, 4.9]) {
      setClock(now + minutes * 60_000)
      const inside = Math.abs(minutes * 60) <= TOLERANCE
      expect(await signedAt(second, event)).toMatchObject(
        inside ? { status: 200, code: "duplicate" } : { status: 401, code: "signature_stale" },
      )
    }
    jest.useRealTimers()
    await untilQuiet(shop.container)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    expect(await storedEvents(shop.container)).toMatchObject([{ state: "processed", duplicates: 4 }])
  })
})
