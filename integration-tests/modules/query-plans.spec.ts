import { createHash } from "node:crypto"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { LISTED_STATES } from "../../src/core/payment/lifecycle"
import { LOOKUP_PRIORITIES } from "../../src/core/payment/schedule"
import { freeExpiredLock } from "../../src/medusa/carts"
import { SecretBox } from "../../src/modules/crypto-payments/secrets/secret-box"
import { ActionStore } from "../../src/modules/crypto-payments/stores/actions"
import { ConnectionStore, DatabaseClock } from "../../src/modules/crypto-payments/stores/connections"
import { EventStore } from "../../src/modules/crypto-payments/stores/events"
import { HealthStore, MOST_COUNTED } from "../../src/modules/crypto-payments/stores/health"
import {
  AttentionLists,
  EventLists,
  MoneyMoves,
  PaymentLists,
  type PaymentSelection,
  PayoutLists,
} from "../../src/modules/crypto-payments/stores/lists"
import { MarkStore } from "../../src/modules/crypto-payments/stores/marks"
import { OrderLeases, PaymentLeases } from "../../src/modules/crypto-payments/stores/money-leases"
import { JobStore, ListStore } from "../../src/modules/crypto-payments/stores/paging"
import { PaymentLinkStore } from "../../src/modules/crypto-payments/stores/payment-links"
import {
  NoteStore,
  PaymentQueue,
  RenewalLocks,
  UnpaidOrderStore,
} from "../../src/modules/crypto-payments/stores/payment-queue"
import { PaymentStore } from "../../src/modules/crypto-payments/stores/payments"
import { PayoutRequestStore, PayoutStore } from "../../src/modules/crypto-payments/stores/payouts"
import { RetentionStore } from "../../src/modules/crypto-payments/stores/retention"
import type { Knex, PaymentRow, WebhookEventRow } from "../../src/modules/crypto-payments/stores/rows"
import { Leases, Store } from "../../src/modules/crypto-payments/stores/store"
import { describeModule, NOW, newEvent, newPayment, newPayout, REUSE_KEY } from "../support/module-database"
import { fillTables, ROWS } from "./support/many-rows"
import { costsOf } from "./support/statement-costs"

const LONG_AGO = new Date(0)
const FIRST = { limit: 20, offset: 0, oldestFirst: false }

/** The most rows that all statements of a call may read, and the call. */
type Call<S> = [rows: number, call: (store: S) => Promise<unknown>]
/** Every public method of a store. The compiler fails if a new method is missing. */
type Calls<S> = { [M in keyof S]: Call<S> | Record<string, Call<S>> }

type StoreClass<S> = new (knex: Knex) => S
const STORES: StoreClass<unknown>[] = []
const CASES: [name: string, store: StoreClass<unknown>, call: Call<unknown>][] = []

/** Limits the rows that each method of a store may read. */
function limit<S>(store: StoreClass<S>, calls: Calls<S>): void {
  STORES.push(store)
  for (const [method, given] of Object.entries<Call<S> | Record<string, Call<S>>>(calls)) {
    for (const [name, call] of Object.entries(Array.isArray(given) ? { "": given } : given)) {
      CASES.push([`${store.name}: ${method}${name && `, ${name}`}`, store, call as Call<unknown>])
    }
  }
}

const id = (kind: "cpay" | "cevt", n: number): string => `${kind}_${createHash("md5").update(`${n}`).digest("hex")}`

// In many-rows.ts, payments with numbers that end in 1 are unpaid; 2, 52, 102 … are paid; 100, 200 … need attention.
const WAITING = id("cpay", 11)
const PAID = id("cpay", 52)
const SETTLED = id("cpay", 8)
const NEEDS_PERSON = id("cpay", 100)
const UNMATCHED = id("cevt", 200)

/** Five counts that stop at a thousand each: waiting, failed, faulty and unmatched events, and unsettled payments. */
const HEALTH_ROWS = 5 * MOST_COUNTED + 10

const claimed = (store: { claimDue: (limit: number, now: Date) => Promise<unknown[]> }) => store.claimDue(1, NOW)

limit(PaymentStore, {
  // It reads the payment that its session showed before.
  insert: [1, (store) => store.insert(newPayment(NOW), NOW)],
  byId: [1, (store) => store.byId(PAID)],
  byToken: [1, (store) => store.byToken("token_52")],
  byExternalId: [1, (store) => store.byExternalId("default", `pay_${createHash("md5").update("x52").digest("hex")}`)],
  hasAddress: [1, (store) => store.hasAddress("BC1Q12abNobody")],
  byOrder: [1, (store) => store.byOrder("order_52")],
  byCollection: [1, (store) => store.byCollection("pay_col_52")],
  bySession: [1, (store) => store.bySession("payses_52")],
  findReusable: [1, (store) => store.findReusable({ ...REUSE_KEY, payment_collection_id: "pay_col_11" }, NOW)],
  placedInTestMode: {
    "by collection": [1, (store) => store.placedInTestMode({ payment_collection_id: "pay_col_8", order_id: null })],
    "by collection and order": [
      2,
      (store) => store.placedInTestMode({ payment_collection_id: "pay_col_8", order_id: "order_9" }),
    ],
  },
  attachSession: [1, (store) => store.attachSession(PAID, "payses_new", NOW)],
  supersedeSession: [1, (store) => store.supersedeSession("payses_11", NOW, "pay_col_11")],
  patch: [1, (store) => store.patch(WAITING, { confirmations: 1 }, NOW)],
  bookCompletion: [1, (store) => store.bookCompletion({ id: WAITING, status: "closed" }, {}, NOW)],
  move: [1, (store) => store.move(WAITING, "service_completed", {}, NOW)],
})

limit(MarkStore, {
  openPayoutItem: [1, (store) => store.openPayoutItem(SETTLED, "payout_due", NOW)],
  markUnpaid: [1, (store) => store.markUnpaid({ id: WAITING, status: "expired" }, "seen_not_cleared", NOW)],
  clearMark: [1, (store) => store.clearMark(SETTLED, "order_overpaid", NOW)],
  close: {
    settled: [1, (store) => store.close({ id: SETTLED, status: "settled" }, NOW)],
    unpaid: [2, (store) => store.close({ id: WAITING, status: "expired" }, NOW)],
    "in attention": [1, (store) => store.close({ id: NEEDS_PERSON, status: "attention" }, NOW)],
  },
})

/** In many-rows.ts every watched payment has this rank. */
const LATE = { connectionId: "default", rank: LOOKUP_PRIORITIES.live }

limit(PaymentQueue, {
  // Each claimed row is found by an index and read once more for the update.
  claimPaid: {
    "a hundred": [400, (store) => store.claimPaid(100, NOW)],
    none: [0, (store) => store.claimPaid(100, LONG_AGO)],
  },
  makeDueAgain: [HEALTH_ROWS, (store) => store.makeDueAgain("default", ["paid"], NOW)],
  claimLookups: {
    "a hundred": [400, (store) => store.claimLookups(LATE, 100, NOW)],
    "more than are due": [2_000, (store) => store.claimLookups(LATE, 1_000, NOW)],
    none: [0, (store) => store.claimLookups(LATE, 100, LONG_AGO)],
  },
  // It reads up to the limit of each of three ranks.
  countDue: [300, (store) => store.countDue("default", 100, NOW)],
  expiredQuotes: [400, (store) => store.expiredQuotes("default", 200, NOW)],
  markViewed: [2, (store) => store.markViewed({ id: WAITING }, NOW)],
  isLookupOverdue: [9, (store) => store.isLookupOverdue(NOW, ["default", "second"])],
  isOverdue: [1, (store) => store.isOverdue(NOW)],
  // Each row is claimed as above, then found and read once more for the update.
  park: [600, async (store) => store.park(await store.claimLookups(LATE, 100, NOW))],
  unpark: {
    "if no connection is missing": [0, (store) => store.unpark(["default", "second"], 500, NOW)],
    "up to a limit": [
      500,
      async (store) => {
        await store.park(await store.claimLookups(LATE, 100, NOW))
        await store.unpark(["default"], 50, NOW)
      },
    ],
  },
})

const DUE_EVENT = { id: id("cevt", 251), next_attempt_at: NOW } as WebhookEventRow
limit(EventStore, {
  store: {
    new: [0, (store) => store.store(newEvent(), NOW)],
    duplicate: [0, (store) => store.store(newEvent({ digest: createHash("md5").update("d7").digest("hex") }), NOW)],
  },
  claim: [1, (store) => store.claim(id("cevt", 251), NOW)],
  due: [200, (store) => store.due(200, NOW)],
  isOverdue: [1, (store) => store.isOverdue(NOW)],
  finish: [1, (store) => store.finish(DUE_EVENT, PAID, NOW)],
  release: [
    1,
    (store) => store.release(DUE_EVENT, { state: "failed", last_error: "code", next_attempt_at: null }, NOW),
  ],
  retryNow: [1, (store) => store.retryNow(UNMATCHED, NOW)],
  close: [1, (store) => store.close(UNMATCHED, NOW)],
  byId: [1, (store) => store.byId(UNMATCHED)],
})

limit(EventLists, {
  page: {
    "no filter": [20, (store) => store.page({}, FIRST)],
    "a connection": [21, (store) => store.page({ connection_id: ["second"] }, FIRST)],
    "a payment": [1, (store) => store.page({ payment_id: [PAID] }, FIRST)],
    failed: [1_000, (store) => store.page({ state: ["failed"] }, FIRST)],
  },
  count: [1, (store) => store.count({ payment_id: [PAID] })],
  byIds: [1, (store) => store.byIds([UNMATCHED])],
  ofPayment: [1, (store) => store.ofPayment(PAID)],
})

limit(NoteStore, {
  askFor: [1, (store) => store.askFor(PAID, NOW)],
  claimDue: [200, (store) => store.claimDue(100, NOW)],
  finish: [
    3,
    async (store) => {
      const [one] = (await claimed(store)) as Parameters<NoteStore["finish"]>
      if (one) await store.finish(one)
    },
  ],
  markAwaitingEventSent: [1, (store) => store.markAwaitingEventSent(PAID, NOW)],
})

limit(UnpaidOrderStore, {
  claimDue: [200, (store) => store.claimDue("default", 100, NOW)],
  markConfirmed: [1, (store) => store.markConfirmed(PAID, NOW)],
  beginCanceling: [3, async (store) => store.beginCanceling(await unpaid(store), NOW)],
  release: [3, async (store) => store.release(await unpaid(store), NOW)],
  finish: [3, async (store) => store.finish([await unpaid(store)], { canceled: true })],
})

async function unpaid(store: UnpaidOrderStore) {
  const [claim] = await store.claimDue("default", 1, NOW)
  if (!claim) throw new Error("no unpaid order was due")
  return claim
}

const withClaimed =
  (work: (store: PaymentLeases, one: PaymentRow) => Promise<unknown>) => async (store: PaymentLeases) => {
    const one = await store.claim(PAID, NOW)
    if (one) await work(store, one)
  }

limit(PaymentLeases, {
  claim: [1, (store) => store.claim(PAID, NOW)],
  renew: [4, withClaimed((store, one) => store.renew(one, NOW))],
  withHeartbeat: [4, withClaimed((store, one) => store.withHeartbeat(one, NOW, async () => undefined))],
  release: [4, withClaimed((store, one) => store.release(one, null))],
})

limit(OrderLeases, {
  claim: {
    alone: [2, (store) => store.claim(PAID, null, NOW)],
    "with its order": [8, (store) => store.claim(PAID, "order_52", NOW)],
  },
  hold: [8, (store) => store.hold({ id: PAID, leased_until: null } as never, "order_52", NOW)],
  release: [1, (store) => store.release({ ids: [PAID], until: NOW })],
})

limit(RenewalLocks, {
  claim: [2, (store) => store.claim("pay_col_11", NOW)],
  release: [1, (store) => store.release({ ids: [WAITING], until: NOW })],
})

limit(PaymentLinkStore, {
  make: [1, (store) => store.make({ order_id: "order_8", connection_id: "default", created_by: "user_1" }, NOW)],
  byToken: [1, (store) => store.byToken("link_8")],
  byOrder: [1, (store) => store.byOrder("order_8")],
  after: [MOST_COUNTED, (store) => store.after("clnk_8", MOST_COUNTED)],
  claim: [2, (store) => store.claim("clnk_8", NOW)],
  release: [1, (store) => store.release({ ids: ["clnk_8"], until: NOW })],
})

limit(PayoutRequestStore, {
  ofPayment: [1, (store) => store.ofPayment(SETTLED)],
  ofPayments: [1, (store) => store.ofPayments([SETTLED])],
  lockOfPayment: [2, (store) => store.lockOfPayment(SETTLED)],
  byToken: [1, (store) => store.byToken("token")],
  renew: [1, (store) => store.renew(SETTLED, NOW, NOW)],
  enter: [1, (store) => store.enter("token", { chain: "bitcoin", address: "bc1q" }, NOW)],
  end: [1, (store) => store.end(SETTLED)],
})

limit(PayoutStore, {
  // Besides the payment's row, it reads that again if the payment is not in a state that takes the reason.
  insert: [2, (store) => store.insert(newPayout({ payment_id: SETTLED }), "partly_paid_out", NOW)],
  byId: [1, (store) => store.byId("cpo_8")],
  byTransaction: [1, (store) => store.byTransaction(SETTLED, createHash("md5").update("tx8").digest("hex"))],
  claimPayout: [
    1,
    (store) => store.claimPayout({ id: "cpo_8", payment_id: SETTLED, amount_minor: "100" }, "ref_8", NOW),
  ],
  unclaim: [1, (store) => store.unclaim("cpo_8", "ref_8", NOW)],
  booked: [1, (store) => store.booked("cpo_301", NOW)],
  // Each row and its payment are found, and read once more for the update.
  claimUnfinished: [300, (store) => store.claimUnfinished(100, NOW)],
  remove: [1, (store) => store.remove("cpo_8")],
  // `ordersSince` reads the last 101 payouts, each with its payment.
  correct: [1, (store) => store.correct("cpo_8", { note: "Checked" }, "user_1", NOW)],
  ordersSince: [202, (store) => store.ordersSince(new Date(NOW.getTime() + (ROWS - 100) * 1000))],
})

const DAY_MS = 24 * 60 * 60_000
const MONTH = { $gte: new Date(NOW.getTime() - 30 * DAY_MS), $lt: NOW }
/** As the totals below. */
const COMPLETED_IN_MONTH = 72 * 30

limit(PayoutLists, {
  ofPayments: [2, (store) => store.ofPayments([PAID, SETTLED])],
  paidOut: [2, (store) => store.paidOut([PAID, SETTLED])],
  page: {
    "of a payment": [1, (store) => store.page({ payment_id: [SETTLED] }, FIRST)],
    "no filter": [20, (store) => store.page({}, FIRST)],
    "a connection": [50, (store) => store.page({ connection_id: ["default"] }, FIRST)],
    "a transaction": [20, (store) => store.page({ transactionPrefix: "0a1b2" }, FIRST)],
    "a range of days": [20, (store) => store.page({ created_at: { $gte: NOW } }, FIRST)],
  },
  after: [100, (store) => store.after({ created_at: { $gte: NOW } }, null, 100)],
  count: [1, (store) => store.count({ payment_id: [SETTLED] })],
})

limit(ActionStore, {
  record: [0, (store) => store.record({ kind: "checked", connection_id: "default", actor_id: "user_1" }, NOW)],
  addOutcome: [1, (store) => store.addOutcome("cact_8", "paid")],
  remove: [1, (store) => store.remove("cact_8")],
  ofPayment: [1, (store) => store.ofPayment(SETTLED)],
  ofConnection: [20, (store) => store.ofConnection("default", 20)],
})

const LATER_PLACE = { placed_at: NOW.toISOString(), id: "" }
const FAR = new Date(NOW.getTime() + 40 * ROWS * 1000)

limit(RetentionStore, {
  // Each event or payout, and its payment.
  events: {
    first: [1_000, (store) => store.events("default", FAR, { after: null, limit: 500 })],
    next: [1_000, (store) => store.events("default", FAR, { after: LATER_PLACE, limit: 500 })],
    "none is old": [0, (store) => store.events("default", NOW, { after: null, limit: 500 })],
  },
  payouts: {
    first: [1_000, (store) => store.payouts("default", FAR, { after: null, limit: 500 })],
    "none is old": [0, (store) => store.payouts("default", NOW, { after: null, limit: 500 })],
  },
  // The oldest hundred requests, each with its payment.
  deletePayoutRequests: [300, (store) => store.deletePayoutRequests("default", new Date(NOW.getTime() + 100_000))],
  emptyBodies: [1, (store) => store.emptyBodies([{ id: id("cevt", 8), body: "" }], NOW)],
  emptyPayees: [1, (store) => store.emptyPayees(["cpo_8"], NOW)],
})

/** There are few jobs. */
limit(JobStore, {
  run: [9, (store) => store.run("one", NOW, async () => ({ position: {}, result: null }))],
})

/** There are few connections. Of the large tables, their statements may read only the last event. */
limit(ConnectionStore, {
  get: [9, (store) => store.get("default")],
  all: [9, (store) => store.all()],
  change: [9, (store) => store.change("default", () => ({ result: 1, patch: { base_url: null } }), NOW)],
  sealAnew: [9, (store) => store.sealAnew(new SecretBox([Buffer.alloc(32).toString("base64")]), NOW)],
  lastEvent: [1, (store) => store.lastEvent("default")],
  patch: [9, (store) => store.patch("default", { health: "working" }, NOW)],
  throttledFor: [1, (store) => store.throttledFor("default", "creation", NOW)],
  throttle: [9, (store) => store.throttle("default", { until: NOW, call: "creation" }, NOW)],
  countScreened: [9, (store) => store.countScreened("default", NOW)],
  markUnavailable: [9, (store) => store.markUnavailable("default", "BTC/bitcoin", NOW, NOW)],
  takeLookups: [9, (store) => store.takeLookups("default", { wanted: 5, ceiling: 60 }, NOW)],
})

const paymentsBy = (selection: PaymentSelection, rows = 20): Call<PaymentLists> => [
  rows,
  (list) => list.page(selection, FIRST),
]

limit(PaymentLists, {
  page: {
    "no filter": paymentsBy({}),
    "the oldest first": [20, (list) => list.page({}, { ...FIRST, oldestFirst: true })],
    // A status that every fifth row has may be found by reading the list and skipping other rows.
    ...Object.fromEntries(LISTED_STATES.map((one) => [one, paymentsBy({ status: [one] }, 200)])),
    // Every open item, of which a store has few.
    attention: paymentsBy({ status: ["attention"] }, 1_100),
    "orders that wait": paymentsBy({ shownOfOrders: ["order_5", "order_6"] }),
    "two states": paymentsBy({ status: ["attention", "closed"] }, 3_000),
    "an asset": paymentsBy({ asset: ["DASH"] }, 200),
    "a connection": paymentsBy({ connection_id: ["second"] }),
    "test mode": paymentsBy({ test_mode: true }, 100),
    "a time": paymentsBy({ created_at: { $gte: NOW, $lt: new Date(NOW.getTime() + 20_000_000) } }),
    "an order": paymentsBy({ order_id: ["order_77"] }),
    "the beginning of a payment id": paymentsBy({ search: { prefix: "pay_9d4" } }, 100),
    "the beginning of an address": paymentsBy({ search: { prefix: "BC1Q12ab" } }),
    "the beginning of the plugin's id": paymentsBy({ search: { prefix: "cpay_c4ca4238" } }),
    orders: paymentsBy({ search: { orderIds: ["order_5", "order_6"] } }),
    collections: paymentsBy({ search: { collectionIds: ["pay_col_5"] } }),
  },
  // Counts a rare status. Counting all rows would read all rows.
  count: [1_100, (list) => list.count({ status: ["attention"] })],
  after: {
    "from the first": [1_000, (list) => list.after({}, null, 1_000)],
    "from the middle": [
      1_002,
      async (list) => {
        const [one] = await list.after({ order_id: ["order_50000"] }, null, 1)
        return list.after({}, one ?? null, 1_000)
      },
    ],
    "by completion": [COMPLETED_IN_MONTH, (list) => list.after({ completed_at: MONTH }, null, 1_000)],
    "by completion, from the middle": [
      COMPLETED_IN_MONTH,
      async (list) => {
        const rows = await list.after({ completed_at: MONTH }, null, 500)
        return list.after({ completed_at: MONTH }, rows.at(-1) ?? null, 500)
      },
    ],
  },
  byIds: [2, (list) => list.byIds([PAID, SETTLED])],
  byCollections: [2, (list) => list.byCollections(["pay_col_52", "pay_col_53"])],
  // Most payments are settled, so those of other states in between are read too.
  settledAfter: [200, (list) => list.settledAfter({ placed_at: NOW.toISOString(), id: SETTLED }, 100)],
})

/** Reads the payments of the last days, and the first hundred payouts, each with its payment. */
const totalsOf = (days: number, connectionIds?: string[]): Call<MoneyMoves> => {
  const since = new Date(NOW.getTime() - days * DAY_MS)
  const until = new Date(NOW.getTime() + 101_000)
  return [72 * days + 200, (store) => store.byMonth({ since, until, connectionIds })]
}
const ACCOUNT = { connection_id: "default", test_mode: true, currency: "USD" }
const LAST_MONTH = { since: new Date(NOW.getTime() - 30 * DAY_MS), until: new Date(NOW.getTime() + 101_000) }
limit(MoneyMoves, {
  byMonth: {
    "a month": totalsOf(30),
    "a year": totalsOf(365),
    "two years, the longest that is asked for": totalsOf(731),
    "a year of a connection": totalsOf(365, ["second"]),
  },
  // An opening balance is the sum of all earlier payments and payouts.
  accounts: [100_000, (store) => store.accounts(LAST_MONTH)],
  moves: [72 * 30 + 200, (store) => store.moves(ACCOUNT, LAST_MONTH, null, 100)],
})

// The number of open items. They are sorted, and no other row is read.
const IN_TROUBLE = 1_000 + 500 + 331
limit(AttentionLists, {
  page: {
    "no filter": [IN_TROUBLE, (list) => list.page({}, FIRST)],
    "the beginning of an id": [IN_TROUBLE, (list) => list.page({ prefix: "cpay_c4" }, FIRST)],
    "a connection": [IN_TROUBLE, (list) => list.page({ connection_id: ["second"] }, FIRST)],
  },
  count: {
    "of all": [IN_TROUBLE, (list) => list.count({})],
    "up to a hundred": [100, (list) => list.count({}, 100)],
  },
})

/** Each number reads one row or the end of a partial index, and each paid payment's session once. */
limit(HealthStore, {
  numbers: [HEALTH_ROWS, (store) => store.numbers(NOW, ["default", "second"])],
  waitingOrders: [MOST_COUNTED, (store) => store.waitingOrders()],
  paid: {
    "the last twenty of the newest thousand": [1_040, (store) => store.paid("default", NOW, LONG_AGO)],
    "of a connection with few payments": [1_040, (store) => store.paid("second", NOW, LONG_AGO)],
  },
  unknownWords: [HEALTH_ROWS, (store) => store.unknownWords("default")],
  waitedFor: [3, (store) => store.waitedFor()],
  // All of the connection's, because only a command counts them.
  unfinished: [0, (store) => store.unfinished("retired")],
  waiting: {
    // Also reads the newest quote of each rank.
    "of a busy connection": [MOST_COUNTED + 3, (store) => store.waiting("default", NOW)],
    "of a connection without waiting payments": [0, (store) => store.waiting("retired", NOW)],
  },
  anyOf: [1, (store) => store.anyOf("default")],
  completedByEvent: [1_040, (store) => store.completedByEvent("default", "account", { after: LONG_AGO, before: NOW })],
})

/** Reads Medusa's own table of locks by its primary key; nothing if Medusa keeps its locks elsewhere. */
class CartLocks {
  constructor(private readonly knex: Knex) {}
  readonly freeExpired = (cartId: string) => freeExpiredLock({ resolve: () => this.knex } as never, cartId)
}
limit(CartLocks, { freeExpired: [0, (locks) => locks.freeExpired("cart_1")] })

describeModule(
  "the limit on rows read from a hundred thousand payments, events, payouts and actions",
  (database) => {
    beforeAll(async () => {
      await fillTables(database.knex, NOW)
    })

    it("exists for every store", () => {
      const folder = join(__dirname, "../../src/modules/crypto-payments/stores")
      const exported = readdirSync(folder).flatMap((file) => Object.values(require(join(folder, file)) as object))
      const stores = exported.filter((one) => typeof one === "function" && /^class /.test(String(one)))
      // These are not stores themselves: one claims, one is a clock, and two are base classes.
      const others = new Set<unknown>([Leases, DatabaseClock, Store, ListStore])
      expect(new Set(stores.filter((store) => !STORES.includes(store as never)))).toEqual(others)
    })

    it.each(CASES)("holds for %s", async (_, store, [most, call]) => {
      const { scans, readWhole, rowsRead } = await costsOf(database.knex, (knex) => call(new store(knex)))
      // There are few connections and jobs.
      expect(readWhole.filter((table) => !["crypto_connection", "crypto_job"].includes(table))).toEqual([])
      // Compares the plans with themselves, so that a failure prints them.
      expect({ read: Math.min(rowsRead, most), scans }).toEqual({ read: rowsRead, scans })
    })

    it("holds for the beginning of a payment id that PostgreSQL takes for a frequent one", async () => {
      const { rows } = await database.knex.raw(
        "SELECT histogram_bounds::text::text[] AS bounds FROM pg_stats WHERE tablename = 'crypto_payment' AND attname = 'external_id'",
      )
      // PostgreSQL takes a prefix of one of the hundred bounds for a hundredth of all rows.
      const [most, call] = paymentsBy({ search: { prefix: rows[0].bounds[50].slice(0, "pay_9d4".length) } }, 200)
      const { rowsRead } = await costsOf(database.knex, (knex) => call(new PaymentLists(knex)))
      expect(rowsRead).toBeGreaterThan(0)
      expect(rowsRead).toBeLessThanOrEqual(most)
    })

    // The last test, because it changes the rows.
    it("holds for the health even if every payment and every event needs a person, waits for work or waits for money", async () => {
      const { knex } = database
      await knex("crypto_payment").where({ status: "settled" }).update({ status: "completed" })
      await knex("crypto_payment").update({ attention_reason: "session_gone", attention_at: NOW })
      const unpaid = knex("crypto_payment").whereIn("status", ["awaiting_payment", "expired"])
      await unpaid.update({ unpaid_check_at: NOW, order_id: knex.raw("'order_' || id") })
      await knex("crypto_webhook_event").update({ state: "failed", attempts: 5, next_attempt_at: NOW })
      await knex.raw("VACUUM (ANALYZE) crypto_payment, crypto_webhook_event")
      const health = (trx: Knex) => new HealthStore(trx).numbers(NOW, ["default", "second"])
      const [unsettled, events_waiting, events_failed, event_faults] = Array(4).fill(MOST_COUNTED)
      const counted = { unsettled, events_waiting, events_failed, event_faults, settling_faults: 0 }
      expect(await health(knex)).toMatchObject(counted)
      for (const call of [health, (trx: Knex) => new HealthStore(trx).waitingOrders()]) {
        const { readWhole, rowsRead } = await costsOf(knex, call)
        expect(readWhole.filter((table) => table !== "crypto_connection")).toEqual([])
        expect(rowsRead).toBeLessThanOrEqual(HEALTH_ROWS)
      }
      const { rowsRead } = await costsOf(knex, (trx) => new AttentionLists(trx).count({}, MOST_COUNTED))
      expect(rowsRead).toBeLessThanOrEqual(MOST_COUNTED)
    })
  },
  false,
)
