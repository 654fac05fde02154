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
    ["is what its ledger lacks", 2550, [], [], 2550],
    ["counts a capture that the ledger lacks", 2550, [payment()], [], 1550],
    ["counts no capture twice", 1550, [payment()], ["capt_1"], 1550],
    ["counts what another provider has authorized", 2550, [payment({ captures: [] })], [], 1550],
    [
      "counts the rest of what was captured in part",
      2050,
      [payment({ captures: [{ id: "c", minor: 500 }] })],
      ["c"],
      1550,
    ],
    [
      "counts a refund that the ledger lacks",
      1550,
      [payment({ refunds: [{ id: "ref_1", minor: 400 }] })],
      ["capt_1"],
      1950,
    ],
    [
      "is nothing promised by what was sent back",
      2550,
      [payment({ refunds: [{ id: "ref_1", minor: 1000 }] })],
      [],
      2550,
    ],
    [
      "is nothing promised by what was captured in part and sent back in part",
      2550,
      [payment({ captures: [{ id: "c", minor: 500 }], refunds: [{ id: "r", minor: 200 }] })],
      ["c", "r"],
      2550,
    ],
    ["is below zero where too much is promised", 500, [payment({ captures: [] })], [], -500],
  ])("%s", (_, pendingMinor, payments, booked, expected) => {
    expect(owed(pendingMinor, payments, booked)).toBe(expected)
  })

  it("is told how much was sent back", () => {
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
