import { LIVE_SECONDS } from "../../core/payment/shopper-view"
import { CryptoPaymentClientError } from "../client"
import type { CryptoPaymentView } from "../types"
import { type CryptoPaymentWatch, watchPayment } from "../watch"
import { aPayment } from "./payment"

type Answer = CryptoPaymentView | Error | "never"

const refused = (code: string, status: number | null, retryAfter: number | null = null) =>
  new CryptoPaymentClientError(code, code, status, retryAfter)

const own: Record<string, unknown> = globalThis

// Like a browser's, these timers keep a delay in 31 bits: a longer one fires at once.
beforeEach(() => jest.useFakeTimers({ now: 0 }))
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  for (const name of ["document", "window", "now", "random"]) delete own[name]
})

function aPage({ random = 0 } = {}) {
  const document = Object.assign(new EventTarget(), { hidden: false })
  const window = new EventTarget()
  Object.assign(own, { document, window })
  jest.spyOn(Math, "random").mockReturnValue(random)
  return {
    pass: (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1000),
    hide: (hidden: boolean) => {
      document.hidden = hidden
      document.dispatchEvent(new Event("visibilitychange"))
    },
    happen: (name: string) => window.dispatchEvent(new Event(name)),
    timers: jest.getTimerCount,
  }
}

/** Watches a client that gives these answers in turn, and then the last one again. */
function watching(answers: Answer[], page = aPage()) {
  const told = { changes: [] as string[], errors: [] as string[], connection: [] as boolean[] }
  const asked: (AbortSignal | undefined)[] = []
  const client = {
    payment: (_: string, { signal }: { signal?: AbortSignal | undefined } = {}) => {
      const answer = answers[Math.min(asked.push(signal), answers.length) - 1]
      if (answer === "never") return new Promise<CryptoPaymentView>(() => undefined)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as CryptoPaymentView)
    },
  }
  const handlers = {
    onChange: ({ status }: CryptoPaymentView) => void told.changes.push(status),
    onError: ({ code }: CryptoPaymentClientError) => void told.errors.push(code),
    onConnection: (connected: boolean) => void told.connection.push(connected),
  }
  const watch: CryptoPaymentWatch = watchPayment(client, "a-token", handlers)
  return { ...page, told, watch, asked: () => asked.length, signal: () => asked.at(-1) }
}

it("a page with global variables named `now` and `random` is watched with the clock of the browser, not with these variables", async () => {
  Object.assign(own, { now: "an element", random: "another" })
  const told = await new Promise<string>((resolve) => {
    const client = { payment: async () => aPayment({ status: "paid", next_poll_seconds: null }) }
    watchPayment(client, "a-token", { onChange: ({ status }) => resolve(status), onError: ({ code }) => resolve(code) })
  })
  expect(told).toBe("paid")
})

it("shows 95 of 100 payments within three seconds, if event and answer take half a second", async () => {
  const waits: number[] = []
  for (let paidAt = 0; paidAt < 10_000; paidAt += 100) {
    const { pass } = aPage({ random: (paidAt % 900) / 900 })
    const begun = Date.now()
    const isPaid = () => Date.now() - begun >= paidAt
    const live = { next_poll_seconds: LIVE_SECONDS }
    const client = { payment: async () => aPayment(isPaid() ? { status: "paid", next_poll_seconds: null } : live) }
    const onChange = ({ status }: CryptoPaymentView) => {
      if (status === "paid") waits.push(Date.now() - begun - paidAt + 500)
    }
    watchPayment(client, "a-token", { onChange })
    await pass(20)
  }
  expect(waits.sort((one, other) => one - other)).toHaveLength(100)
  expect(waits[94]).toBeLessThanOrEqual(3000)
})

describe("watching a payment", () => {
  const CONFIRMING = aPayment({ status: "confirming", next_poll_seconds: 3 })
  const NEARLY = aPayment({ server_time: "2026-01-01T12:14:58.000Z" })
  const OVER = aPayment({ server_time: "2026-01-01T12:15:00.000Z" })
  const SEEN = aPayment({ status: "confirming", next_poll_seconds: 15, server_time: OVER.server_time })
  const every = (pause: unknown) => [aPayment({ next_poll_seconds: pause as number })]
  const WAIT = refused("too_many_requests", 429, 40 * 86_400)

  /** Seconds that pass, and how often the page has asked then. */
  it.each<[string, Answer[], string, number?]>([
    ["at the server's interval", [aPayment(), CONFIRMING], "4.9:1 0.1:2 6:4"],
    ["up to 10 % later at random", [aPayment(), CONFIRMING], "5.4:1 0.1:2 6.6:4", 1],
    ["once a second if the server gives no interval", every(undefined), "3.5:4"],
    ["once a second if the server gives an interval of zero", every(0), "3.5:4"],
    ["when the time is over, and every two seconds until another status", [NEARLY, OVER, SEEN], "2:2 2:3 14:3"],
    ["not early if the server requests a longer wait than a timer can hold", [WAIT, aPayment()], "2592000:1"],
  ])("polls at once, and then %s", async (_, answers, steps, random = 0) => {
    const { pass, asked } = watching(answers, aPage({ random }))
    for (const [seconds, times] of steps.split(" ").map((step) => step.split(":").map(Number))) {
      await pass(seconds as number)
      expect(asked()).toBe(times)
    }
  })

  it("stops polling once nothing can change, even after events on the page", async () => {
    const { pass, asked, happen, timers, told } = watching([aPayment({ status: "paid", next_poll_seconds: null })])
    await pass(0)
    for (const name of ["focus", "offline", "online", "pageshow"]) happen(name)
    await pass(3600)
    expect([asked(), timers()]).toEqual([1, 0])
    expect(told.connection).toEqual([])
  })

  it("polls and reports every 30 seconds while the page is hidden, and at once when it is visible again", async () => {
    const { pass, asked, hide, told } = watching([aPayment(), aPayment({ status: "confirming" })])
    await pass(0)
    hide(true)
    await pass(5)
    expect(told.changes).toEqual(["waiting", "confirming"])
    await pass(29.9)
    expect(asked()).toBe(2)
    await pass(0.1)
    expect(asked()).toBe(3)
    hide(false)
    expect(asked()).toBe(4)
    await pass(5)
    expect(asked()).toBe(5)
  })

  it.each(["focus", "online", "pageshow"])("polls at once on %s, and not twice at the same time", async (name) => {
    const { pass, asked, happen } = watching([aPayment(), "never"])
    await pass(1)
    happen(name)
    happen(name)
    expect(asked()).toBe(2)
  })

  it("backs off to every 30 seconds while requests fail, reports the error once, and does not give up", async () => {
    const { pass, asked, told } = watching([refused("network_error", null)])
    const times: number[] = []
    for (let second = 0; second < 200; second++) {
      const before = asked()
      await pass(1)
      if (asked() > before) times.push(second + 1)
    }
    expect(times).toEqual([2, 6, 14, 30, 60, 90, 120, 150, 180])
    expect(told).toEqual({ changes: [], errors: ["network_error"], connection: [false] })
  })

  it("reports a lost and a restored connection, an error again when its code changes, and both after a success", async () => {
    const cut = refused("network_error", null)
    const { pass, asked, told } = watching([cut, refused("service_unavailable", 503), aPayment(), cut, aPayment()])
    await pass(2 + 4 + 5)
    expect(asked()).toBe(4)
    expect(told.errors).toEqual(["network_error", "service_unavailable", "network_error"])
    // The backoff starts again.
    await pass(2)
    expect(asked()).toBe(5)
    expect(told.connection).toEqual([false, true])
  })

  it("reports at once when the browser goes offline, and when the connection is back", async () => {
    const { pass, happen, told } = watching([aPayment()])
    await pass(0)
    happen("offline")
    expect(told.connection).toEqual([false])
    happen("online")
    await pass(0)
    expect(told.connection).toEqual([false, true])
  })

  it("waits as long as the server requests, despite events on the page", async () => {
    const { pass, asked, happen, hide, watch, told } = watching([refused("too_many_requests", 429, 50), aPayment()])
    await pass(49)
    happen("focus")
    hide(false)
    watch.askNow()
    await pass(0.9)
    expect(asked()).toBe(1)
    await pass(0.1)
    expect(asked()).toBe(2)
    expect(told).toEqual({ changes: ["waiting"], errors: ["too_many_requests"], connection: [] })
  })

  it("stops polling if the store answers that the payment does not exist, and not for another 404", async () => {
    const { pass, asked, happen, told } = watching([refused("unexpected_answer", 404), refused("unknown_payment", 404)])
    await pass(10)
    happen("focus")
    await pass(3600)
    expect(asked()).toBe(2)
    expect(told.errors).toEqual(["unexpected_answer", "unknown_payment"])
  })

  it("reports nothing once stopped, aborts the request, and ignores events on the page", async () => {
    const { pass, asked, signal, watch, happen, hide, told, timers } = watching(["never"])
    watch.stop()
    expect(signal()?.aborted).toBe(true)
    happen("focus")
    happen("offline")
    hide(false)
    watch.askNow()
    await pass(3600)
    expect([asked(), timers()]).toEqual([1, 0])
    expect(told).toEqual({ changes: [], errors: [], connection: [] })
  })
})
