import * as fc from "fast-check"
import { holds } from "../../__tests__/properties"
import { balanceMinor, type OrderPayment, owedMinor, refundedMinor } from "../order-debt"

const payment = (changed: Partial<OrderPayment> = {}): OrderPayment => ({
  ...{ minor: 1000, captures: [{ id: "capt_1", minor: 1000 }], refunds: [] },
  ...changed,
})
const owed = (pendingMinor: number, payments: OrderPayment[], booked: string[] = []) =>
  owedMinor({ pendingMinor, payments, booked: new Set(booked) })

describe("what an order owes", () => {
  it.each<[string, number, OrderPayment[], string[], number]>([
    ["is the pending amount of its ledger", 2550, [], [], 2550],
    ["is reduced by a capture that the ledger does not have", 2550, [payment()], [], 1550],
    ["is not reduced by a capture that the ledger has", 1550, [payment()], ["capt_1"], 1550],
    ["is reduced by a payment that is authorized but not captured", 2550, [payment({ captures: [] })], [], 1550],
    [
      "is reduced by the rest of a partly captured payment",
      2050,
      [payment({ captures: [{ id: "c", minor: 500 }] })],
      ["c"],
      1550,
    ],
    [
      "is increased by a refund that the ledger does not have",
      1550,
      [payment({ refunds: [{ id: "ref_1", minor: 400 }] })],
      ["capt_1"],
      1950,
    ],
    [
      "is not reduced by a payment that was sent back completely",
      2550,
      [payment({ refunds: [{ id: "ref_1", minor: 1000 }] })],
      [],
      2550,
    ],
    [
      "is not reduced by the rest of a partly captured payment after a refund",
      2550,
      [payment({ captures: [{ id: "c", minor: 500 }], refunds: [{ id: "r", minor: 200 }] })],
      ["c", "r"],
      2550,
    ],
    ["is negative if more is authorized than pending", 500, [payment({ captures: [] })], [], -500],
  ])("%s", (_, pendingMinor, payments, booked, expected) => {
    expect(owed(pendingMinor, payments, booked)).toBe(expected)
  })

  it("comes with refundedMinor, which adds up the refunds of a payment", () => {
    const refunds = [400, 100].map((minor) => ({ id: `ref_${minor}`, minor }))
    expect([refundedMinor(payment({ refunds })), refundedMinor(payment())]).toEqual([500, 0])
  })

  it("is the same before and after the ledger has its captures and refunds", () => {
    const amount = fc.integer({ min: 1, max: 100_000 })
    const made = fc.array(fc.record({ minor: amount, sentBack: fc.boolean() }), { maxLength: 4 })
    holds(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), made, (pendingMinor, all) => {
        const payments = all.map(({ minor, sentBack }, n) =>
          payment({
            ...{ minor, captures: [{ id: `capt_${n}`, minor }] },
            refunds: sentBack ? [{ id: `ref_${n}`, minor }] : [],
          }),
        )
        const entries = payments.flatMap(({ captures, refunds }) => [
          ...captures.map(({ id, minor }) => ({ id, minor })),
          ...refunds.map(({ id, minor }) => ({ id, minor: -minor })),
        ])
        const paid = entries.reduce((sum, { minor }) => sum + minor, 0)
        const booked = new Set(entries.map(({ id }) => id))
        const after = balanceMinor({ pendingMinor: pendingMinor - paid, payments, booked })
        expect(balanceMinor({ pendingMinor, payments, booked: new Set() })).toBe(after)
      }),
    )
  })
})
