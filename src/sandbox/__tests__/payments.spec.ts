import { type Sandbox, SandboxError, startSandbox } from ".."
import { createdId, stoppedClock } from "./helpers"

describe("a payment in the sandbox", () => {
  let time: ReturnType<typeof stoppedClock>
  let sandbox: Sandbox
  let id: string
  beforeEach(async () => {
    time = stoppedClock()
    sandbox = await startSandbox({ clock: time.clock, quoteSeconds: 60 })
    id = await createdId(sandbox)
  })
  afterEach(() => sandbox.close())

  const codeOf = (act: () => unknown): unknown => {
    try {
      return act()
    } catch (error) {
      return error instanceof SandboxError ? error.code : error
    }
  }

  it("completes at once if the payer pays without options", () => {
    const completedAt = "2026-01-02T03:04:05.000Z"
    expect(sandbox.pay(id)).toMatchObject({ status: "completed", confirmations: 2, completedAt })
  })

  it("is confirming until it has the required confirmations, which never decrease", () => {
    expect(codeOf(() => sandbox.confirm(id, 3))).toBe("not_paid")
    expect(sandbox.pay(id, { complete: false })).toMatchObject({ status: "confirming", confirmations: 0 })
    expect(sandbox.confirm(id)).toMatchObject({ status: "confirming", confirmations: 1 })
    expect(sandbox.confirm(id, 2)).toMatchObject({ status: "completed", confirmations: 2 })
    expect(sandbox.confirm(id, 6)).toMatchObject({ status: "completed", confirmations: 6 })
    expect(sandbox.confirm(id, 1)).toMatchObject({ confirmations: 6 })
  })

  it.each([
    [{ confirmations: 1 }, "confirming"],
    [{ confirmations: 2 }, "completed"],
    [{ confirmations: 5, complete: false }, "confirming"],
    [{ confirmations: 0, complete: true }, "completed"],
  ])("when paid with %j, has the status %s", (options, status) => {
    expect(sandbox.pay(id, options)).toMatchObject({ status, confirmations: options.confirmations })
  })

  it("expires when its quote expires, and still completes if it is paid late", () => {
    time.pass(59.999)
    expect(sandbox.payment(id)?.status).toBe("awaiting_payment")
    time.pass(0.001)
    expect(sandbox.payment(id)?.status).toBe("expired")
    expect(codeOf(() => sandbox.pay(id))).toBe("quote_expired")
    expect(sandbox.payLate(id)).toMatchObject({ status: "completed", seenAt: "2026-01-02T03:05:05.000Z" })
  })

  it("does not expire once it is confirming", () => {
    sandbox.pay(id, { complete: false })
    time.pass(3600)
    expect(sandbox.payment(id)?.status).toBe("confirming")
    expect(sandbox.pay(id)).toMatchObject({ status: "completed", seenAt: "2026-01-02T03:04:05.000Z" })
  })

  it("is not found under an unknown id, by any action", () => {
    expect(sandbox.payment("pay_unknown")).toBeUndefined()
    for (const act of [sandbox.pay, sandbox.payLate, sandbox.confirm, sandbox.expire]) {
      expect(codeOf(() => act("pay_unknown"))).toBe("not_found")
    }
  })
})
