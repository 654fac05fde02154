import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { captureOnOrder, type OrderCapture } from "../capture"
import { ownCall } from "../provider-channel"

/** The Medusa modules that a capture calls, which record the calls in their order. */
function medusa({ heldFor = 0, booked = [] as string[], captures = ["capt_1"], madeWith = "ext_1" } = {}) {
  const asked: string[] = []
  let refusals = heldFor
  const owners: string[] = []
  const modules: Record<string, unknown> = {
    [Modules.LOCKING]: {
      acquire: async (_: string, { ownerId }: { ownerId: string }) => {
        if (refusals-- > 0) throw new Error("Failed to acquire lock")
        owners.push(ownerId)
        asked.push("lock")
      },
      release: async (_: string, { ownerId }: { ownerId: string }) =>
        asked.push(ownerId === owners.at(-1) ? "unlock" : "unlock of anybody"),
    },
    [Modules.PAYMENT]: {
      authorizePaymentSession: async (id: string) => {
        const { capturing } = ownCall()
        asked.push(`authorize ${id}${capturing ? ` for ${capturing.externalId} of ${capturing.sessionId}` : ""}`)
        return { id: "pay_1", data: { payment_id: madeWith } }
      },
      capturePayment: async () => {
        asked.push("capture")
        captures.push("capt_1")
      },
    },
    [Modules.ORDER]: {
      addOrderTransactions: async (entries: { reference_id: string }[]) =>
        asked.push(`book ${entries.map(({ reference_id }) => reference_id)}`),
    },
    [Modules.EVENT_BUS]: { emit: async ({ name }: { name: string }) => asked.push(name) },
    [ContainerRegistrationKeys.PG_CONNECTION]: {
      raw: async () => {
        const amount = { raw_amount: { value: "25.5" }, currency_code: "usd" }
        return { rows: captures.map((id) => ({ id, ...amount, booked: booked.includes(id) })) }
      },
    },
    [ContainerRegistrationKeys.LINK]: {
      create: async (link: object) => asked.push(`link ${Object.keys(link).join(" ")}`),
    },
  }
  return { asked, owners, container: { resolve: (key: string) => modules[key] } as unknown as MedusaContainer }
}

const collection = { id: "paycol_1", cartId: "cart_1", cartOrderId: "order_1", linkedOrderId: "order_1" }
const capture = (changed: Partial<OrderCapture> = {}): OrderCapture => ({
  ...{ orderId: "order_1", collection, sessionId: "payses_1", medusaPaymentId: null, externalId: "ext_1" },
  ...changed,
})

const AUTHORIZED = "authorize payses_1 for ext_1 of payses_1"
const BOOKED = [AUTHORIZED, "book capt_1"]
const SAID = "payment.captured"
const linked = (left: object) => ({ collection: { ...collection, ...left } })

describe("captureOnOrder", () => {
  it.each<[string, Parameters<typeof medusa>[0], Partial<OrderCapture>, done: string[], isDone?: boolean]>([
    ["authorizes once, books the capture and emits payment.captured", {}, {}, [...BOOKED, SAID]],
    ["does nothing if it had to wait for the lock, because the facts may have changed", { heldFor: 1 }, {}, [], false],
    ["books nothing if another payment authorized the session", { madeWith: "ext_2" }, {}, [AUTHORIZED], false],
    ["does not book a capture twice", { booked: ["capt_1"] }, { sessionId: null, medusaPaymentId: "pay_1" }, [SAID]],
    ["captures a payment that was only authorized", { captures: [] }, {}, [AUTHORIZED, "capture", "book capt_1", SAID]],
    ["links a collection after a crash", {}, linked({ linkedOrderId: null }), [...BOOKED, "link order payment", SAID]],
    ["links a cart after a crash", {}, linked({ cartOrderId: null }), [...BOOKED, "link order cart", SAID]],
  ])("%s, under the cart's lock", async (_, wish, changed, done, isDone = true) => {
    const { asked, container } = medusa(wish)
    expect(await captureOnOrder(container, capture(changed))).toBe(isDone)
    expect(asked).toEqual(["lock", ...done, "unlock"])
    expect(ownCall().capturing).toBeUndefined()
  })

  it("locks the cart under another owner each time, because an owner may take its lock again", async () => {
    const { owners, container } = medusa()
    for (let n = 0; n < 2; n++) await captureOnOrder(container, capture())
    expect([owners[0], owners[1], new Set(owners).size]).toEqual([expect.any(String), expect.any(String), 2])
  })

  it("needs no lock without a cart", async () => {
    const { asked, container } = medusa()
    await captureOnOrder(container, capture(linked({ cartId: null })))
    expect(asked).toEqual([...BOOKED, SAID])
  })
})
