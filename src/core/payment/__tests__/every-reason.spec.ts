import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ADMIN_ERRORS } from "../../text/admin-errors"
import { REFUSALS } from "../../text/errors"
import { LOG_LINES } from "../../text/log-lines"
import { ATTENTION_REASONS } from "../attention-reasons"
import { decideAfterPayout, decidePayout, replacedMark } from "../settlement"

const amount = { minor: 500, currency: "USD" }

describe("money to send back", () => {
  it.each([
    ["payout_due", decidePayout({ canceled: true, overpaid: null })],
    ["order_overpaid", decidePayout({ canceled: false, overpaid: amount })],
    ["partly_paid_out", decideAfterPayout(false)],
  ])("is put before a person with the reason %s", (reason, decided) => {
    expect(decided).toBe(reason)
  })

  it("asks for no payout while the order has no money too much, and for no second reason of captured money", () => {
    expect(decidePayout({ canceled: false, overpaid: null })).toBeNull()
    expect(decideAfterPayout(true)).toBeNull()
  })

  it("replaces a due part by the whole payment of a canceled order, and never the other way around", () => {
    expect([replacedMark("payout_due"), replacedMark("order_overpaid")]).toEqual(["order_overpaid", null])
  })
})

const SRC = join(__dirname, "../../..")
/** These read the reasons over HTTP and show them. */
const SHOWS = /^(admin|storefront|sandbox)\//

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (path) =>
    /\.tsx?$/.test(path) && !path.includes("__tests__") && !path.startsWith("core/payment/") && !SHOWS.test(path),
)

/** Words that are also the code of a refusal, a log line or an account match, and mean that there. */
const SHARED: ReadonlySet<string> = new Set([
  ...[REFUSALS, ADMIN_ERRORS, LOG_LINES].flatMap((codes) => Object.keys(codes)),
  ...["same", "test_money", "other_account", "connection_gone"],
  // A code of health and of the checklist, too.
  "unknown_status",
])

describe("no file outside core/payment", () => {
  const lines = sources.flatMap((path) =>
    readFileSync(join(SRC, path), "utf8")
      .split("\n")
      .map((text) => ({ path, text })),
  )
  const naming = (reason: string) => lines.filter(({ text }) => new RegExp(`["'\`]${reason}["'\`]`).test(text))

  it.each(Object.keys(ATTENTION_REASONS))("chooses the reason %s", (reason) => {
    const named = naming(reason).filter(({ text }) => !SHARED.has(reason) || /reason|attention/i.test(text))
    expect(named).toEqual([])
  })
})
