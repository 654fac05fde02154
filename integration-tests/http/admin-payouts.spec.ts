import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { segwitAddress } from "../../src/sandbox/payments"
import { contextOf } from "../../src/workflows/context"
import { findChangedOrders } from "../../src/workflows/review-order/find-changed-orders"
import { reviewOrder } from "../../src/workflows/review-order/review-order"
import { settlePayment } from "../../src/workflows/settle/settle-payment"
import { sweepAt } from "../support/clock"
import { cryptoPayments, placePaid, rowOf } from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { knexOf } from "../support/module-rows"
import { orderChanges } from "../support/order-changes"
import { WALLETS } from "../support/payout"
import { payoutsIn } from "../support/payouts-in"
import { expectRefused, pathOfOptions } from "../support/shopper"
import { until } from "../support/until"

type Json = Record<string, unknown>

describeShop("recording a payout", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(NO_REFUND_BY_SOFTWARE, /payout_unfinished/, /the database is away for a moment/)

  const { payout, record, refusal, paymentOf, ...office } = payoutsIn(shop)
  const { settled, stranded, canceled, paymentStatus, books, booksWith } = office

  it("refunds a whole order, even if no region offers the provider, and the audit log keeps who did it and when", async () => {
    const { id, orderId } = await settled()
    const region = shop.seed.regions.usd
    await shop.admin.post(`/admin/regions/${region}`, { payment_providers: [] })
    expect((await shop.store.get(pathOfOptions(region))).options).toEqual([])
    const answer = await record(id, payout("25.50", { note: "  Out of print  " }))
    expect(answer.payout).toMatchObject({
      payment_id: id,
      amount: { minor: "2550", currency: "USD", display: "25.50" },
      sent: { base: "10000", asset: "BTC", decimals: 8, display: "0.0001" },
      note: "Out of print",
      created_by: { email: "admin@example.com" },
      medusa_refund_id: expect.stringMatching(/^ref_/),
    })
    expect(answer.payment).toMatchObject({ status: "settled", refundable: null, closed_at: expect.any(String) })
    expect(await books(orderId)).toEqual(booksWith(25.5))
    expect(await paymentStatus(orderId)).toBe("refunded")
    const [act] = await cryptoPayments(shop.container).actions.ofPayment(id)
    expect(act).toMatchObject({
      kind: "payout_recorded",
      note: "Out of print",
      outcome: "25.50 USD (0.0001 BTC)",
      actor_id: answer.payout.created_by.id,
    })
    expect(Date.now() - Number(act?.created_at)).toBeLessThan(60_000)
  })

  it("refunds an order in parts, never more than was paid, and leaves no payout due if it is then canceled", async () => {
    const { id, orderId } = await settled()
    expect((await record(id, payout("10"))).payment).toMatchObject({ refundable: { minor: "1550" }, closed_at: null })
    expect(await books(orderId)).toMatchObject({ transactions: [-10], summary: { refunded: 10, pending: 0 } })
    expect(await paymentStatus(orderId)).toBe("partially_refunded")

    expect(await refusal(record(id, payout("15.51")))).toMatchObject({ status: 400, code: "payout_exceeds_rest" })
    await record(id, payout("0.01"))
    await record(id, payout("15.49"))
    const after = await books(orderId)
    expect(after).toMatchObject({ collection: [25.5], summary: { paid: 25.5, refunded: 25.5, pending: 0 } })
    expect(after.refunds.sort()).toEqual([0.01, 10, 15.49])
    expect(after.transactions.sort()).toEqual([-0.01, -10, -15.49])
    expect(await paymentStatus(orderId)).toBe("refunded")
    expect(await refusal(record(id, payout("0.01")))).toMatchObject({ status: 409, code: "not_possible" })

    await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
    expect(await findChangedOrders(contextOf(shop.container))).toBe(0)
    expect(await books(orderId)).toMatchObject({ summary: { refunded: 25.5, pending: 0 } })
  })

  it("leaves no payout due if an order is canceled whose money was all sent back as overpaid", async () => {
    const { id, orderId } = await settled()
    await orderChanges(shop).creditSilently(orderId, 25.5)
    await reviewOrder(contextOf(shop.container), orderId)
    expect(await paymentOf(id)).toMatchObject({ attention: { reason: "order_overpaid" } })
    await record(id, payout("25.50"))
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
    await reviewOrder(contextOf(shop.container), orderId)
    expect(await paymentOf(id)).toMatchObject({ attention: null, refundable: null })
  })

  it("closes the due payout of a canceled order with the last part, and Medusa counts only what was sent back as refunded", async () => {
    const { id, orderId } = await canceled()
    await until("the ledger says so", async () => (await books(orderId)).transactions.length === 0)
    const kept = { paid: 25.5, refunded: 0, pending: 0 }
    expect(await books(orderId)).toEqual({ refunds: [], collection: [0], transactions: [], summary: kept })
    const part = await record(id, payout("20"))
    expect(part.payment).toMatchObject({ status: "settled", attention: { reason: "payout_due" }, closed_at: null })
    expect(await books(orderId)).toMatchObject({
      collection: [20],
      transactions: [-20],
      summary: { paid: 25.5, refunded: 20, pending: 0 },
    })
    expect(await paymentStatus(orderId)).toBe("partially_refunded")
    const rest = await record(id, payout("5.5"))
    expect(rest.payment).toMatchObject({ status: "settled", attention: null, closed_at: expect.any(String) })
    expect(await books(orderId)).toMatchObject({
      collection: [25.5],
      transactions: [-20, -5.5],
      summary: { paid: 25.5, refunded: 25.5, pending: 0 },
    })
    expect((await shop.orderOf(orderId)).status).toBe("canceled")
    expect(await paymentStatus(orderId)).toBe("refunded")
    // A handled order is not found again.
    expect(await findChangedOrders(contextOf(shop.container))).toBe(0)
  })

  it("counts against an edited order's overpayment first, and lowers the order's total only after that", async () => {
    const { id, paymentId, orderId } = await placePaid(shop, { quantity: 2 })
    await orderChanges(shop).editQuantity(orderId, 1)

    await record(id, payout("10"))
    expect((await books(orderId)).summary).toEqual({ paid: 41, refunded: 10, pending: -5.5 })
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
    // The ledger is corrected first.
    await until("it is due", async () => (await rowOf(shop.container, paymentId)).attention_reason === "payout_due")
    expect((await books(orderId)).transactions).toHaveLength(1)
    expect((await books(orderId)).summary).toEqual({ paid: 41, refunded: 10, pending: -5.5 })
    await record(id, payout("31"))
    expect(await books(orderId)).toMatchObject({
      collection: [41],
      transactions: [-10, -31],
      summary: { paid: 41, refunded: 41, pending: 0 },
    })
    expect((await shop.orderOf(orderId)).total).toBe(0)
  })

  it("pays for goods on their way back once, if it is recorded before they arrive", async () => {
    const { id, orderId } = await settled()
    const { fulfill, requestReturn, pending } = orderChanges(shop)
    await fulfill(orderId, 1)
    const { receive } = await requestReturn(orderId, 1)
    expect(await pending(orderId)).toBe(-15.5)
    await record(id, payout("15.50"))
    expect(await pending(orderId)).toBe(0)
    await receive()
    expect(await pending(orderId)).toBe(0)
    await findChangedOrders(contextOf(shop.container))
    expect((await shop.orderOf(orderId)).summary).toEqual({ paid: 25.5, refunded: 15.5, pending: 0 })
    expect((await paymentOf(id)).attention).toBeNull()
  })

  it("prevents a partly refunded payment from settling, even if the shopper completes the cart later", async () => {
    const { id, cart, paymentId } = await stranded()
    expect((await record(id, payout("5"))).payment).toMatchObject({
      status: "attention",
      attention: { reason: "partly_paid_out" },
      refundable: { minor: "2050" },
      actions: ["record_payout", "ask_address", "close"],
    })
    const { payments } = cryptoPayments(shop.container)
    await payments.patch(id, { settle_attempts: 6 }, new Date())
    jest.spyOn(payments, "move").mockRejectedValueOnce(new Error("the database is away for a moment"))
    await settlePayment(contextOf(shop.container), id)
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ attention_reason: "partly_paid_out" })
    await shop.store.changeQuantity(cart, 1)
    expect((await shop.store.openSession(cart)).data.payment_id).not.toBe(paymentId)
    const done = await shop.store.placeOrder(cart)
    await sweepAt(shop, 60)
    expect((await shop.orderOf(done.orderId)).captures).toEqual([])
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ status: "attention" })

    const rest = await record(id, payout("20.50"))
    expect(rest.payout.medusa_refund_id).toBeNull()
    expect(rest.payment).toMatchObject({
      ...{ status: "closed", attention: null, refundable: null, refund_reaches_medusa: false, next_check_at: null },
    })
    expect(await knexOf(shop.container)("refund")).toEqual([])
  })

  it("records a transaction once, and only one of several simultaneous payouts of the whole rest", async () => {
    const { id, orderId } = await settled()
    const body = payout("5", { transaction_id: `0x${"AB".repeat(32)}` })
    await record(id, body)
    for (const transaction_id of [`0x${"ab".repeat(32)}`, "ab".repeat(32)]) {
      const again = record(id, { ...body, transaction_id })
      expect(await refusal(again)).toMatchObject({ status: 409, code: "payout_recorded_already" })
    }

    const all = payout("20.5")
    const pressed = await Promise.allSettled([record(id, all), record(id, all), record(id, payout("20.50"))])
    expect(pressed.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(await books(orderId)).toMatchObject({ transactions: [-5, -20.5], summary: { refunded: 25.5, pending: 0 } })
    expect(await knexOf(shop.container)("crypto_payout")).toHaveLength(2)
  })

  it("requires a confirmation if the amount is far from the payment's rate or has no rate", async () => {
    const { id } = await settled()
    expect((await paymentOf(id)).pay_amount.display).toBe("0.000425")
    const unconfirmed = (more: Json) => record(id, payout("5.10", { confirm_amount: undefined, ...more }))
    const { body } = await expectRefused(unconfirmed({ sent: "0.5" }), "amount_differs", 400)
    expect(body.message).toContain("(at the payment's rate: 0.000085 BTC)")
    const usdc = { asset: "USDC", chain: "base", address: WALLETS.EVM, sent: "5.10" }
    expect(await refusal(unconfirmed(usdc))).toMatchObject({ code: "amount_differs" })
    expect((await paymentOf(id)).payouts).toEqual([])
    await unconfirmed({ sent: "0.00008925" })
    const other = await unconfirmed({ ...usdc, asset: "usdt", chain: "polygon", confirm_amount: true })
    expect(other.payout).toMatchObject({ chain: "polygon", sent: { base: "5100000", asset: "USDT", decimals: 6 } })
    await unconfirmed({ sent: "0.5", confirm_amount: true })
  })

  it("allows corrections of address, transaction id and note, keeps each version, and leaves Medusa's note unchanged, which has no details", async () => {
    const { id, paymentId, orderId } = await settled()
    const first = payout("5", { note: "Typo ahead" })
    const { payout: recorded } = await record(id, first)
    const noteInMedusa = async (): Promise<string> => {
      const fields = "fields=payment_collections.payments.refunds.note"
      const { order } = await shop.admin.get(`/admin/orders/${orderId}?${fields}`)
      return order.payment_collections[0].payments[0].refunds[0].note
    }
    const note = await noteInMedusa()
    expect(note).toContain(recorded.id)
    for (const value of [first.note, first.transaction_id, first.address]) expect(note).not.toContain(value)
    const correct = (body: Json) => shop.admin.post(`/admin/crypto-payments/payouts/${recorded.id}`, body)
    expect((await correct({ note: "Typo ahead" })).payment.payouts[0].corrections).toEqual([])

    const address = segwitAddress("tb", new Uint8Array(20).fill(9))
    const { payment } = await correct({ address: ` ${address} `, transaction_id: "CD".repeat(32) })
    const former = { address: first.address, transaction_id: first.transaction_id, note: "Typo ahead" }
    const by = expect.objectContaining({ email: "admin@example.com" })
    const once = { ...former, at: expect.any(String), by }
    expect(payment.payouts).toEqual([
      { ...recorded, address, transaction_id: "cd".repeat(32), explorer_url: expect.any(String), corrections: [once] },
    ])
    await correct({ note: "" })
    const twice = { address, transaction_id: "cd".repeat(32), note: "Typo ahead", at: expect.any(String), by }
    const list = await shop.admin.get(`/admin/crypto-payments/payouts?payment_id=${id}`)
    expect(list.payouts).toMatchObject([{ note: null, corrections: [once, twice] }])
    expect(await noteInMedusa()).toBe(note)

    await record(id, payout("1", { transaction_id: "ef".repeat(32) }))
    const own = (await rowOf(shop.container, paymentId)).address
    for (const [wrong, code, names] of [
      [{ address: own, transaction_id: "nonsense" }, "address_own", ["address", "transaction_id"]],
      [{ transaction_id: "ef".repeat(32) }, "payout_recorded_already"],
    ] as [Json, string, string[]?][]) {
      const fields = names?.map((field) => ({ field }))
      expect(await refusal(correct(wrong))).toMatchObject({ code, ...(fields && { fields }) })
    }
    expect(await refusal(correct({ amount: "1" }))).toMatchObject({ type: "invalid_data" })
    await expectRefused(shop.admin.post("/admin/crypto-payments/payouts/cpo_none", {}), "unknown_payout", 404)
  })

  it("refuses invalid amounts, assets, addresses and transactions, and the store's own addresses, names all wrong fields, and stores nothing", async () => {
    const { id, orderId, paymentId } = await settled()
    const onBase = { asset: "USDC", chain: "base", sent: "5" }
    const { data } = await shop.store.openSession(await shop.store.makeCart())
    const unpaid = await rowOf(shop.container, data.payment_id)
    const { address: own } = await rowOf(shop.container, paymentId)
    const cases: [Json, string][] = [
      ...[own, own.toUpperCase(), data.address].map((address): [Json, string] => [{ address }, "address_own"]),
      [{ amount: "0" }, "amount_invalid"],
      [{ amount: "25.51" }, "payout_exceeds_rest"],
      [{ sent: "0.000000001" }, "sent_invalid"],
      [{ asset: "USDC" }, "asset_invalid"],
      [{ address: `${WALLETS.BTC.slice(0, -1)}!` }, "address_invalid"],
      [{ ...onBase, address: "0x036cbd53842c5426634e7929541ec2318f3dcf7e" }, "address_not_a_wallet"],
      [{ transaction_id: "=HYPERLINK(1)" }, "transaction_id_invalid"],
    ]
    for (const [wrong, code] of cases) {
      expect(await refusal(record(id, payout("5", wrong)))).toMatchObject({ code, message: expect.any(String) })
    }
    const fieldsOf = async (wrong: Json) =>
      ((await refusal(record(id, payout("5", wrong)))).fields as { field: string }[]).map(({ field }) => field)
    const form = { amount: "x", sent: "x", address: "x", transaction_id: "x" }
    expect(await fieldsOf({ ...form, amount: "25.51" })).toEqual(Object.keys(form))
    expect(await fieldsOf({ amount: "", sent: "", address: "", transaction_id: "" })).toEqual(Object.keys(form))
    expect(await fieldsOf({ amount: "x", asset: "XRP" })).toEqual(["amount", "asset"])
    expect(await fieldsOf({ sent: "0.5", address: "x", confirm_amount: false })).toEqual(["sent", "address"])
    for (const wrong of [{ amount: 5 }, { more: 1 }, { note: "x".repeat(2001) }, { address: undefined }]) {
      expect(await refusal(record(id, payout("5", wrong)))).toMatchObject({ status: 400, type: "invalid_data" })
    }
    expect(await refusal(record(unpaid.id, payout("5")))).toMatchObject({ status: 409, code: "not_possible" })
    expect(await refusal(record("cpay_none", payout("5")))).toMatchObject({ status: 404, code: "unknown_payment" })
    expect(await knexOf(shop.container)("crypto_payout")).toEqual([])
    expect(await books(orderId)).toMatchObject({ refunds: [], transactions: [] })
  })

  it("passes on the reason if Medusa refuses, and stores nothing", async () => {
    const { id, orderId } = await settled()
    const orders = shop.container.resolve(Modules.ORDER)
    const edit = await orders.createOrderChange({ order_id: orderId, change_type: "edit" })
    const open = await refusal(record(id, payout("5")))
    expect(open).toMatchObject({ status: 409, code: "refund_refused", message: expect.stringMatching(/open edit/) })
    await orders.cancelOrderChange(edit.id)

    jest.spyOn(cryptoPayments(shop.container).payouts, "claimPayout").mockResolvedValueOnce(false)
    const said = await refusal(record(id, payout("5")))
    expect(said).toMatchObject({ status: 409, code: "refund_refused", message: expect.stringMatching(/by software/) })
    expect(await knexOf(shop.container)("crypto_payout")).toEqual([])
    expect(await books(orderId)).toMatchObject({ refunds: [], transactions: [], summary: { refunded: 0, pending: 0 } })
    await record(id, payout("5"))
  })

  it("creates the refund on Medusa's payment if the order was deleted", async () => {
    const { id, orderId } = await settled()
    await shop.container.resolve(Modules.ORDER).softDeleteOrders([orderId])
    const { payout: recorded, payment } = await record(id, payout("25.5"))
    expect(recorded.medusa_refund_id).toMatch(/^ref_/)
    expect(payment).toMatchObject({ order: null, refundable: null, closed_at: expect.any(String) })
  })

  it("is what Medusa's own Refund button tells the admin to do, while the button changes nothing", async () => {
    const { id, orderId } = await settled()
    const before = await shop.orderOf(orderId)
    const press = (amount?: number) =>
      shop.admin.post(`/admin/payments/${before.collections[0]?.payments[0]?.id}/refund`, amount ? { amount } : {})
    for (const amount of [25.5, 10, 0.001, undefined]) {
      const said = await refusal(press(amount))
      expect(said).toMatchObject({ status: 400, code: "refund_by_hand" })
      expect(said.message).toMatch(/record the payout on this order under Crypto payments/)
    }
    expect(await shop.orderOf(orderId)).toEqual(before)
    expect(await knexOf(shop.container)("refund")).toEqual([])
    await record(id, payout("25.5"))
    expect(await refusal(press(10))).toMatchObject({ status: 400 })
    expect((await books(orderId)).refunds).toEqual([25.5])
  })
})
