import { once } from "node:events"
import { request } from "node:http"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { totalsRange } from "../../src/core/payment/reports"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { ADMIN_BASE } from "../support/admin-routes"
import { minutesFromNow } from "../support/clock"
import { cryptoPayments, payUntil, placeNoted, placePaid, rowOf } from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { insertPayments } from "../support/insert-payments"
import { describeShop } from "../support/medusa"
import { newEvent, newPayment } from "../support/module-database"
import { knexOf, storeUnmatched } from "../support/module-rows"
import { payoutOf, WALLETS } from "../support/payout"
import { openCart } from "../support/shopper"
import { until } from "../support/until"

describeShop("the admin API of payments", {}, (shop) => {
  expectErrors(/event not processed/, NO_REFUND_BY_SOFTWARE)

  const api = (path: string) => shop.admin.get(ADMIN_BASE + path)
  const knex = () => knexOf(shop.container)

  const openStep = async (email?: string, asset = "BTC") => {
    const { cart, data } = await openCart(shop, { asset }, { email })
    return { cart, row: await rowOf(shop.container, data.payment_id) }
  }
  const place = (email?: string) => placeNoted(shop, { email })
  const paid = (email?: string) => placePaid(shop, { email })
  const insert = (wish: Parameters<typeof newPayment>[1] = {}) =>
    cryptoPayments(shop.container).payments.insert(newPayment(new Date(), wish), new Date())
  const force = (id: string, patch: Partial<PaymentRow>) => knex()("crypto_payment").where({ id }).update(patch)
  const ids = (answer: { payments: { id: string }[] }) => answer.payments.map(({ id }) => id)
  const lines = (file: string) => file.split("\r\n").slice(0, -1)

  describe("the list of payments", () => {
    it("shows the newest first, each with its order and what was sent back, and without the shopper's token", async () => {
      const { row, orderId } = await paid("ada@example.com")
      const { row: open } = await openStep("grace@example.com", "DOGE")
      const answer = await api("/payments")
      expect(answer).toMatchObject({ count: 2, offset: 0, limit: 20 })
      expect(ids(answer)).toEqual([open.id, row.id])
      const inBtc = { base: row.pay_amount_base, asset: "BTC", decimals: 8 }
      const unpaid = { status: "awaiting_payment", order: null, explorer_url: null, paid_out: null }
      expect(answer.payments[0]).toMatchObject({ ...unpaid, email: "grace@example.com" })
      expect(answer.payments[1]).toEqual({
        id: row.id,
        connection_id: "default",
        external_id: row.external_id,
        status: "settled",
        test_mode: true,
        asset: "BTC",
        chain: "bitcoin",
        address: row.address,
        explorer_url: `https://mempool.space/testnet/address/${row.address}`,
        pay_amount: { ...inBtc, display: expect.stringMatching(/^0\.\d*[1-9]$/) },
        amount: { minor: "2550", currency: "USD", display: "25.50" },
        rate: row.rate,
        quote_expires_at: row.quote_expires_at.toISOString(),
        remote_status: "completed",
        confirmations: row.confirmations,
        superseded: false,
        withdrawn: false,
        seen: false,
        unclear: false,
        seen_at: null,
        paid_out: null,
        order: { id: orderId, display_id: expect.any(Number), email: "ada@example.com", status: "pending" },
        email: "ada@example.com",
        cart_id: row.cart_id,
        payment_collection_id: row.payment_collection_id,
        attention: null,
        created_at: row.created_at.toISOString(),
        completed_at: row.completed_at?.toISOString(),
        settled_at: row.settled_at?.toISOString(),
        closed_at: null,
      })
      expect(JSON.stringify(answer)).not.toContain(row.token)

      await shop.admin.post(`${ADMIN_BASE}/payments/${row.id}/payouts`, payoutOf("5"))
      await shop.admin.post(`${ADMIN_BASE}/payments/${row.id}/payouts`, payoutOf("7.50", "cd".repeat(32)))
      const by = (await shop.admin.get("/admin/users/me")).user
      const { payouts } = await api("/payouts?q=CDCD")
      expect(payouts).toMatchObject([
        {
          ...{ payment_id: row.id, created_by: { id: by.id, email: by.email }, transaction_id: "cd".repeat(32) },
          ...{ amount: { minor: "750" }, sent: { base: "10000", asset: "BTC", decimals: 8, display: "0.0001" } },
          explorer_url: `https://mempool.space/testnet/tx/${"cd".repeat(32)}`,
        },
      ])
      for (const query of ["payment_id=cpay_other", "q=dcdc"]) expect((await api(`/payouts?${query}`)).count).toBe(0)
      const paid_out = { minor: "1250", currency: "USD", display: "12.50" }
      expect((await api("/payments")).payments[1]).toMatchObject({ id: row.id, paid_out })
      await force(open.id, { status: "attention", attention_reason: "session_gone", attention_at: new Date() })
      const [item] = (await api("/attention")).items
      expect(item.payment).toMatchObject({ id: open.id, email: "grace@example.com", order: null })
    })

    it("supports pages, sort order, filters and a selection of fields, and refuses invalid queries", async () => {
      const usdc = await insert({ asset: "USDC", chain: "base", test_mode: false, connection_id: "second" })
      await force(usdc.id, { status: "expired", order_id: "order_x", created_at: new Date("2026-01-02T00:00:00Z") })
      const rows = [await insert(), await insert()]
      for (const [n, { id }] of rows.entries()) await force(id, { created_at: minutesFromNow(n) })
      const all = [usdc, ...rows].map(({ id }) => id)
      expect(ids(await api("/payments?order=created_at"))).toEqual(all)
      const page = await api("/payments?limit=1&offset=1&fields=id,status")
      expect(page).toEqual({ payments: [{ id: all[1], status: "awaiting_payment" }], count: 3, offset: 1, limit: 1 })
      const [less] = (await api("/payments?fields=-amount,-rate&limit=1")).payments
      expect(Object.keys(less)).not.toEqual(expect.arrayContaining(["amount"]))
      expect(less).toMatchObject({ id: all[2], asset: "BTC" })
      expect(await api("/payments?fields=*&limit=1")).toEqual(await api("/payments?limit=1"))
      expect(await api("/payments?limit=0")).toEqual({ payments: [], count: 3, offset: 0, limit: 0 })

      for (const query of [
        ...["status=expired", "status[]=expired&status[]=closed", "status=expired,closed", "asset=USDC"],
        ...["test_mode=false", "connection_id[]=second", "order_id=order_x"],
        "created_at[$lt]=2026-02-01T00:00:00Z&created_at[$gte]=2026-01-02",
      ]) {
        expect([query, ids(await api(`/payments?${query}`))]).toEqual([query, [usdc.id]])
      }
      expect(ids(await api("/payments?test_mode=true&order=created_at"))).toEqual(all.slice(1))
      for (const query of [
        ...["limit=101", "limit=-1", "limit=x", "offset=-1", "order=amount", "fields=token", "fields=%2Btoken"],
        ...["fields=order.customer.email", "status=paid", "created_at[$gte]=yesterday", "created_at[$like]=2026"],
        ...["created_at[$gte]=-271821-04-20", "test_mode=perhaps", "unknown=1", "q=%00"],
      ]) {
        await expect(api(`/payments?${query}`)).rejects.toMatchObject({ status: 400, body: { type: "invalid_data" } })
      }
    })

    it("finds a payment by its ids, its address, its order number and the shopper's e-mail address", async () => {
      const { row, orderId } = await place("Grace@example.com")
      const { row: left } = await openStep("grace@example.com")
      const { row: other } = await openStep("other@example.com")
      const number = (await shop.admin.get(`/admin/orders/${orderId}`)).order.display_id
      const found = async (q: string) => ids(await api(`/payments?q=${encodeURIComponent(q)}`)).sort()

      const address = row.address.toUpperCase()
      for (const q of [row.external_id, ` ${row.id} `, address, orderId, `#${number}`, String(number)]) {
        expect([q, await found(q)]).toEqual([q, [row.id]])
      }
      const named = await insert({ external_id: `${number}-abc` })
      expect(await found(String(number))).toEqual([row.id, named.id].sort())
      expect(await found(`#${number}`)).toEqual([row.id])
      // Medusa stores an e-mail address as it was typed or in lowercase, and the search finds both.
      expect(await found("grace@example.com")).toEqual([row.id, left.id].sort())
      expect(await found("other@example.com")).toEqual([other.id])
      for (const q of ["grace@example", "grace@", "GRACE", "gr"]) {
        expect([q, await found(q)]).toEqual([q, [row.id, left.id].sort()])
      }
      for (const q of ["race@example", "nobody@example.com", "#99999", "99999999999999", "%", "_", "order_nothing"]) {
        expect([q, await found(q)]).toEqual([q, []])
      }
      await shop.admin.post(`/admin/orders/${orderId}`, { email: "moved@example.com" })
      expect(await found("moved@")).toEqual([row.id])
    })

    it("needs as many queries for two payments as for one", async () => {
      for (let n = 0; n < 2; n++) await place(`buyer${n}@example.com`)
      const queriesOf = async (path: string): Promise<number> => {
        const sent: unknown[] = []
        const note = (query: unknown) => sent.push(query)
        const { client } = knex()
        client.on("query", note)
        await api(path)
        client.removeListener("query", note)
        return sent.length
      }
      const one = await queriesOf("/payments?limit=1")
      expect(one).toBeGreaterThan(1)
      expect(await queriesOf("/payments?limit=2")).toBe(one)
    })
  })

  describe("one payment", () => {
    it("shows its timeline in order, the refundable amount and the possible actions", async () => {
      const { row } = await paid()
      await shop.sandbox.deliver(row.external_id, { times: 1 })
      const by = (await shop.admin.get("/admin/users/me")).user
      await cryptoPayments(shop.container).actions.record(
        { kind: "checked", connection_id: "default", payment_id: row.id, actor_id: by.id, outcome: "paid" },
        minutesFromNow(1),
      )
      const { payment } = await api(`/payments/${row.id}`)
      expect(payment).toMatchObject({
        id: row.id,
        uri: row.uri,
        pay_url: `/crypto-payments/${row.token}`,
        next_check_at: null,
        payouts: [],
        refundable: { minor: "2550", currency: "USD", display: "25.50" },
        refund_reaches_medusa: true,
        actions: ["record_payout"],
      })
      const [created, ...rest] = payment.timeline
      expect(created).toEqual({ type: "created", at: row.created_at.toISOString() })
      const types = rest.map(({ type }: { type: string }) => type)
      expect([...new Set(types)].sort()).toEqual(["action", "completed", "event", "settled"])
      expect(types.at(-1)).toBe("action")
      const moments = payment.timeline.map(({ at }: { at: string }) => at)
      expect(moments).toEqual([...moments].sort())
      expect(rest.at(-1).action).toMatchObject({ kind: "checked", by: { id: by.id, email: by.email }, outcome: "paid" })
      expect(rest.find(({ type }: { type: string }) => type === "completed").by).toBe("event")
      expect(await api(`/payments/${row.id}?fields=id,actions`)).toEqual({
        payment: { id: row.id, actions: ["record_payout"] },
      })
    })

    it("shows why it was superseded, in the export too, and every reason for attention", async () => {
      /** The export marks only unpaid payments, so that nobody leaves out money that came. */
      const exported = async () => {
        const [head = [], ...records] = lines(await api("/export")).map((line) => line.split(","))
        return ["replaced", "withdrawn"].filter((name) => records.at(-1)?.[head.indexOf(name)] === "true")
      }
      const why = async (id: string) => {
        const entries: { type: string }[] = (await api(`/payments/${id}`)).payment.timeline
        return entries.filter(({ type }) => type === "superseded" || type === "attention")
      }
      const { cart, row } = await openStep()
      const { payment } = await api(`/payments/${row.id}`)
      expect(payment).toMatchObject({ refundable: null, refund_reaches_medusa: false, actions: ["check"] })
      expect(payment.next_check_at).not.toBeNull()
      const unknown = { status: 404, body: { type: "not_found", code: "unknown_payment" } }
      await expect(api("/payments/cpay_nothing")).rejects.toMatchObject(unknown)

      await shop.store.changeQuantity(cart, 2)
      expect(await why(row.id)).toMatchObject([{ type: "superseded", why: "withdrawn" }])
      expect((await api(`/payments/${row.id}`)).payment).toMatchObject({ superseded: true, withdrawn: true })
      expect(await exported()).toEqual(["withdrawn"])
      await shop.store.openSession(cart, { asset: "BTC" })
      expect(await why(row.id)).toMatchObject([{ type: "superseded", why: "amount_changed" }])
      expect(await exported()).toEqual(["replaced"])
      await payUntil(shop, row.external_id, "attention")
      expect(await exported()).toEqual([])
      await shop.admin.post(`${ADMIN_BASE}/payments/${row.id}/payouts`, payoutOf("5"))
      expect(await why(row.id)).toMatchObject([
        { type: "superseded" },
        { type: "attention", reason: expect.stringMatching(/^(session_gone|cart_total_differs)$/) },
        { type: "attention", reason: "partly_paid_out" },
      ])
      const whole = await insert({ session_id: null })
      await force(whole.id, { status: "attention", attention_reason: "payout_due", attention_at: new Date() })
      await shop.admin.post(`${ADMIN_BASE}/payments/${whole.id}/payouts`, payoutOf("25.50"))
      expect(await why(whole.id)).toEqual([])

      const same = await openStep()
      await shop.store.openSession(same.cart, { asset: "LTC" })
      expect(await why(same.row.id)).toMatchObject([{ type: "superseded", why: "newer_quote" }])
      expect((await api(`/payments/${same.row.id}`)).payment).toMatchObject({ superseded: true, withdrawn: false })
    })

    it("is refundable if its session was paid twice, but only one of the two refunds reaches Medusa", async () => {
      const { row, orderId } = await paid()
      const { account, session_id, payment_collection_id } = row
      const twin = await insert({ account, session_id, payment_collection_id })
      const waits = { status: "attention", attention_reason: "order_paid_otherwise", attention_at: new Date() } as const
      await force(twin.id, { ...waits, order_id: orderId, completed_at: new Date() })
      const refundable = { minor: "2550" }
      const { payment: first } = await api(`/payments/${row.id}`)
      expect(first).toMatchObject({ refundable, refund_reaches_medusa: true })
      const actions = ["record_payout", "try_again", "ask_address", "close"]
      const { payment: second } = await api(`/payments/${twin.id}`)
      expect(second).toMatchObject({ refundable, refund_reaches_medusa: false, actions })
    })
  })

  describe("attention items, events and payouts", () => {
    it("list payments and events together, each with its reason, its message and the possible actions", async () => {
      const { row: settled, orderId } = await paid()
      await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
      await until("the payout is due", async () => (await rowOf(shop.container, settled.external_id)).attention_reason)
      const waiting = await place()
      const mark = { attention_reason: "settling_failed", attention_detail: "why" }
      await force(waiting.id, { status: "attention", ...mark, attention_at: minutesFromNow(5) })
      const eventId = await storeUnmatched(shop.container, { payment_id: "nobody" }, minutesFromNow(9))

      const answer = await api("/attention")
      expect(answer).toMatchObject({ count: 3, offset: 0, limit: 20 })
      // According to Medusa, the order still owes the amount of the second item.
      const may = ["try_again", "settle_onto_order", "record_payout", "close"]
      const inTrouble = { reason: "settling_failed", detail: "why", actions: may }
      const amount = { display: "25.50" }
      const sent = { base: settled.pay_amount_base, asset: settled.asset }
      const due = {
        reason: "payout_due",
        actions: ["record_payout", "ask_address", "close"],
        send_back: { amount, crypto: sent },
      }
      const nobodys = {
        reason: "unknown_payment",
        message: expect.stringMatching(/belongs to another store/),
        detail: null,
      }
      const event = { event: { id: eventId, state: "unmatched" }, actions: ["close", "try_again"] }
      const { id, orderId: waits } = waiting
      expect(answer.items).toMatchObject([
        { type: "event", id: eventId, ...nobodys, ...event },
        { type: "payment", id, ...inTrouble, payment: { id, order: { id: waits }, amount } },
        { type: "payment", id: settled.id, ...due, payment: { order: { id: orderId, status: "canceled" } } },
      ])
      const oldestFirst = await api("/attention?order=created_at&limit=1&fields=id")
      expect(oldestFirst).toEqual({ items: [{ id: settled.id }], count: 3, offset: 0, limit: 1 })
      expect(await api(`/attention?q=${waiting.paymentId}&fields=id`)).toMatchObject({ items: [{ id }], count: 1 })
      const ofConnection = async (id: string) => (await api(`/attention?connection_id=${id}`)).count
      expect([await ofConnection("default"), await ofConnection("second")]).toEqual([3, 0])
      await cancelOrderWorkflow(shop.container).run({ input: { order_id: waits } })
      expect((await api(`/payments/${id}`)).payment.actions).not.toContain("settle_onto_order")
    })

    it("show an event's body with secrets redacted, and the service's payment ids that it names", async () => {
      const { row } = await paid()
      const byEvent = async (id: string) => [
        (await api("/events?limit=50")).events.find((event: { id: string }) => event.id === id).external_payment_ids,
        (await api(`/events/${id}`)).event.external_payment_ids,
      ]
      const [known] = (await api(`/events?payment_id=${row.id}`)).events
      expect(await byEvent(known.id)).toEqual([[row.external_id], [row.external_id]])
      const { timeline } = (await api(`/payments/${row.id}`)).payment
      expect(timeline.filter(({ type }: { type: string }) => type === "event")).toMatchObject([
        { event_id: known.id, external_payment_ids: [row.external_id] },
      ])

      const data = { id: "obj_7", payment: { id: "pay_of_nobody" }, payment_id: shop.sandbox.secretKey }
      const strange = { id: "evt_7", data, note: shop.endpointSecret }
      const id = await storeUnmatched(shop.container, strange, minutesFromNow(9))
      const ids = ["pay_of_nobody", "[redacted]"]
      expect(await byEvent(id)).toEqual([ids, ids])
      const { events, count } = await api("/events?connection_id=default&state=unmatched")
      expect(count).toBe(1)
      expect(events[0]).toMatchObject({ id, kind: "payment.completed", state: "unmatched", payment_id: null })
      expect(events[0]).not.toHaveProperty("body")
      const { event } = await api(`/events/${id}`)
      expect(event.body).toContain("[redacted]")
      for (const secret of [shop.endpointSecret, shop.sandbox.secretKey]) expect(event.body).not.toContain(secret)
      expect((await api("/attention")).items[0]).toMatchObject({ id, event: { external_payment_ids: ids } })
      const { connection } = await api("/connections/default")
      expect(connection.webhook.last_event).toMatchObject({ id, external_payment_ids: ids })
      const closed = await shop.admin.post(`/admin/crypto-payments/events/${id}/close`, { note: "of another store" })
      expect(closed.event.external_payment_ids).toEqual(ids)

      const unreadable = newEvent({ digest: "8", body: "no JSON at all" })
      const { id: broken } = await cryptoPayments(shop.container).events.store(unreadable, new Date())
      expect(await byEvent(broken)).toEqual([[], []])
      await expect(api("/events?state=broken")).rejects.toMatchObject({ status: 400 })
      await expect(api("/events/cevt_nothing")).rejects.toMatchObject({ status: 404, body: { code: "unknown_event" } })
    })
  })

  describe("the export of payments", () => {
    /** Created an hour ago, many of them at the same microsecond. */
    const manyPayments = (count: number) => {
      const created_at = ":now::timestamptz - interval '1 hour' + ((n % 700) || ' microseconds')::interval"
      return insertPayments(knex(), { created_at }, { now: new Date(), count })
    }

    it("contains each of 2,501 payments once, newest first, and applies the filters", async () => {
      await manyPayments(2500)
      const { row } = await paid("file@example.com")
      const file: string = await api("/export")
      const [head, first, ...rest] = lines(file)
      expect(head).toMatch(
        /^id,external_payment_id,connection_id,test_mode,status,attention_reason,order_number,order_id,email,/,
      )
      expect(first).toContain(`${row.id},${row.external_id},default,true,settled,`)
      expect(first).toContain(",file@example.com,25.50,USD,0.0")
      expect(rest).toHaveLength(2500)
      expect(new Set(rest.map((line) => line.split(",")[1])).size).toBe(2500)
      await force(row.id, { status: "expired", confirmations: 1 })
      const [, ...onItsWay] = lines(await api("/export?status=seen"))
      expect(onItsWay.map((line) => line.split(",").slice(-2))).toEqual([["true", "false"]])
      await force(row.id, { status: "settled" })
      const moments = rest.map((line) => line.split(",")[17] as string)
      expect(moments).toEqual([...moments].sort().reverse())
      expect(lines(await api("/export?status=settled"))).toHaveLength(2)
      await expect(api("/export?limit=5")).rejects.toMatchObject({ status: 400 })
    })

    it("is a UTF-8 attachment, with each payout in a record below its payment, and no formula that a spreadsheet runs", async () => {
      const { row } = await paid("+cmd@example.com")
      await force(row.id, { superseded_at: new Date() })
      const sent = { ...payoutOf("5.10"), sent: "0.000085", note: "Out of print" }
      const { payout: recorded } = await shop.admin.post(`${ADMIN_BASE}/payments/${row.id}/payouts`, sent)
      const table = lines(await api("/export")).map((line) => line.split(","))
      const [head = [], ...records] = table
      const [payment, payout] = records.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at]])))
      expect(records).toHaveLength(2)
      const marks = { replaced: "false", withdrawn: "false" }
      expect(payment).toMatchObject({ type: "payment", id: row.id, ...marks, paid_out: "5.10", person: "" })
      expect((await api(`/payments/${row.id}`)).payment).toMatchObject({ superseded: true, withdrawn: false })
      expect(payout).toEqual({
        ...Object.fromEntries(head.map((name) => [name, ""])),
        ...{ type: "payout", id: recorded.id, external_payment_id: row.external_id },
        ...{ connection_id: "default", test_mode: "true" },
        ...{ order_number: payment?.order_number, order_id: payment?.order_id, email: "'+cmd@example.com" },
        ...{ amount: "5.10", currency: "USD", pay_amount: "0.000085", asset: "BTC", chain: "bitcoin", rate: "60000" },
        ...{ address: WALLETS.BTC, transaction_id: sent.transaction_id, person: "admin@example.com" },
        ...{ created_at: recorded.created_at, note: "Out of print" },
      })

      await force(row.id, { rate: '=HYPERLINK("http://x")', address: "@SUM(1);=2" })
      const { headers } = shop.admin
      const answer = await fetch(`${shop.url}${ADMIN_BASE}/export`, { headers })
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8")
      expect(answer.headers.get("content-disposition")).toMatch(
        /^attachment; filename="crypto-payments-\d{4}-\d\d-\d\d\.csv"$/,
      )
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      expect(bytes.toString()).toContain(`,"'=HYPERLINK(""http://x"")","'@SUM(1);'=2",`)
    })

    it("stops reading the database after the client disconnects", async () => {
      await manyPayments(30_000)
      let pages = 0
      const count = ({ sql }: { sql: string }) => {
        if (sql.includes("placed_at")) pages++
      }
      const { client } = knex()
      client.on("query", count)
      const { headers } = shop.admin
      const call = request(`${shop.url}${ADMIN_BASE}/export`, { headers, agent: false }).end()
      const [response] = await once(call, "response")
      await once(response, "data")
      response.on("error", () => undefined).destroy()
      const settled = await until("the reading has stopped", async () => {
        const before = pages
        await api("/payments?limit=1")
        await api("/payments?limit=1")
        return pages === before && pages
      })
      client.removeListener("query", count)
      expect(settled).toBeLessThan(30)
    })
  })

  it("adds up twelve months by default, with the amounts received, their value and the amounts sent back, as JSON and CSV", async () => {
    const { row } = await paid()
    await shop.admin.post(`${ADMIN_BASE}/payments/${row.id}/payouts`, { ...payoutOf("5.10"), sent: "0.000085" })
    const live = await insert({ test_mode: false, asset: "USDC", pay_amount_base: "12340000", currency: "EUR" })
    await force(live.id, { completed_at: row.completed_at })
    // The month could end between the payment and its payout.
    await knex()("crypto_payout").where({ payment_id: row.id }).update({ created_at: row.completed_at })
    const month = (row.completed_at as Date).toISOString().slice(0, 7)
    const before = new Date()
    const { from, to, totals } = await api("/totals")
    // Midnight may pass during the request.
    expect([totalsRange({}, before), totalsRange({}, new Date())]).toContainEqual(expect.objectContaining({ from, to }))
    const usdc = (base: string, display: string) => ({ base, asset: "USDC", decimals: 6, display })
    const btc = (base: string) => ({ base, asset: "BTC", decimals: 8, display: expect.stringMatching(/^0\.\d+$/) })
    expect(totals).toEqual([
      {
        ...{ month, test_mode: false, asset: "USDC", currency: "EUR", payments: 1, payouts: 0 },
        ...{ received: usdc("12340000", "12.34"), sent: usdc("0", "0.00") },
        amount: { minor: "2550", currency: "EUR", display: "25.50" },
        paid_out: { minor: "0", currency: "EUR", display: "0.00" },
      },
      {
        ...{ month, test_mode: true, asset: "BTC", currency: "USD", payments: 1, payouts: 1 },
        ...{ received: btc(row.pay_amount_base), sent: { ...btc("8500"), display: "0.000085" } },
        amount: { minor: "2550", currency: "USD", display: "25.50" },
        paid_out: { minor: "510", currency: "USD", display: "5.10" },
      },
    ])
    const file: string = await api("/totals?format=csv")
    const [head, , line, end] = file.replace("\uFEFF", "").split("\r\n")
    expect(head).toBe(
      "month_utc,test_mode,asset,currency,payments,received,received_base,amount,amount_minor,payouts,sent,sent_base,paid_out,paid_out_minor",
    )
    const received = `${totals[1].received.display},${row.pay_amount_base}`
    expect(line).toBe(`${month},true,BTC,USD,1,${received},25.50,2550,1,0.000085,8500,5.10,510`)
    expect(end).toBe("")
    expect((await api("/totals?connection_id=second")).totals).toEqual([])
    expect(await api("/totals?from=2024-02-29&to=2025-02-28")).toEqual({
      ...{ from: "2024-02-29", to: "2025-02-28", totals: [] },
    })
    for (const query of ["from=2026-01-01T00:00:00Z", "format=xlsx", "limit=5"]) {
      await expect(api(`/totals?${query}`)).rejects.toMatchObject({ status: 400, body: { type: "invalid_data" } })
    }
  })
})
