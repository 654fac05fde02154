import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { captureOnOrder, type OrderCapture } from "../capture"
import { ownCall } from "../provider-channel"

/** The Medusa modules that a capture calls, which record the calls in their order. */
function medusa({ heldFor = 0, booked = [] as string[], captures = ["capt_1"], madeWith = "ext_1" } = {}) {
  const asked: string[] = []
  let refusals = heldFor
  const modules: Record<string, unknown> = {
    [Modules.LOCKING]: {
      acquire: async () => {
        if (refusals-- > 0) throw new Error("Failed to acquire lock")
        asked.push("lock")
      },
      release: async () => asked.push("unlock"),
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
  return { asked, container: { resolve: (key: string) => modules[key] } as unknown as MedusaContainer }
}

const collection = { id: "paycol_1", cartId: "cart_1", cartOrderId: "order_1", linkedOrderId: "order_1" }
const capture = (changed: Partial<OrderCapture> = {}): OrderCapture => ({
  ...{ orderId: "order_1", collection, sessionId: "payses_1", medusaPaymentId: null, externalId: "ext_1" },
  ...changed,
})

const AUTHORIZED = "authorize payses_1 for ext_1 of payses_1"

describe("captureOnOrder", () => {
  it("authorizes once under the cart's lock, books the capture and emits payment.captured", async () => {
    const { asked, container } = medusa()
    await expect(captureOnOrder(container, capture())).resolves.toBe(true)
    expect(asked).toEqual(["lock", AUTHORIZED, "book capt_1", "payment.captured", "unlock"])
    expect(ownCall().capturing).toBeUndefined()
  })

  it.each<[string, Parameters<typeof medusa>[0], string[]]>([
    ["does nothing if it had to wait for the cart's lock, because the facts may have changed", { heldFor: 1 }, []],
    ["books nothing if the session was authorized with another payment", { madeWith: "ext_2" }, [AUTHORIZED]],
  ])("%s", async (_, wish, done) => {
    const { asked, container } = medusa(wish)
    await expect(captureOnOrder(container, capture())).resolves.toBe(false)
    expect(asked).toEqual(["lock", ...done, "unlock"])
  })

  it("does not book a capture twice, but emits payment.captured again", async () => {
    const { asked, container } = medusa({ booked: ["capt_1"] })
    await captureOnOrder(container, capture({ sessionId: null, medusaPaymentId: "pay_1" }))
    expect(asked).toEqual(["lock", "payment.captured", "unlock"])
  })

  it("captures a payment that was only authorized", async () => {
    const { asked, container } = medusa({ captures: [] })
    await captureOnOrder(container, capture({ collection: { ...collection, cartId: null } }))
    expect(asked).toEqual([AUTHORIZED, "capture", "book capt_1", "payment.captured"])
  })

  it.each([
    ["the payment collection", { linkedOrderId: null }, "link order payment"],
    ["the cart", { cartOrderId: null }, "link order cart"],
  ])("links %s to the order after booking if a crash left the link missing", async (_, left, link) => {
    const { asked, container } = medusa()
    await captureOnOrder(container, capture({ collection: { ...collection, ...left } }))
    expect(asked.slice(2)).toEqual(["book capt_1", link, "payment.captured", "unlock"])
  })
})
