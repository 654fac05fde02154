import { EVENT_FAILURES_BEFORE_ATTENTION } from "../../../core/payment/attention"
import type { ListedState } from "../../../core/payment/lifecycle"
import type { StatementAccount } from "../../../core/payment/reports"
import {
  idStartsWith,
  ListStore,
  type Moments,
  only,
  type Page,
  type Placed,
  pageOf,
  type RowPlace,
  rowsAfter,
  startsWith,
  within,
} from "./paging"
import { IS_SEEN } from "./payments"
import type { Knex, PaymentRow, PayoutRow, Query, WebhookEventRow } from "./rows"

/** What to search for: the beginning of an id or address, or orders and collections that Medusa's search found. */
export type PaymentSearch = { prefix?: string; orderIds?: string[]; collectionIds?: string[] }

export type PaymentSelection = {
  status?: ListedState[]
  asset?: string[]
  connection_id?: string[]
  order_id?: string[]
  test_mode?: boolean
  created_at?: Moments
  completed_at?: Moments
  currency?: string[]
  /** With a payout at this time. `asset` and `currency` then are the payout's. */
  paid_out_at?: Moments
  /** Only the payment that represents each of these orders. */
  shownOfOrders?: readonly string[]
  search?: PaymentSearch
}

const COLUMNS = ["connection_id", "order_id"] as const
const MONEY = ["asset", "currency"] as const

/** Lists of payments, for admins and jobs. Status, asset and connection have an index in the list's order. */
export class PaymentLists extends ListStore<PaymentRow, PaymentSelection> {
  protected readonly table = "crypto_payment"

  protected selected(selection: PaymentSelection) {
    return this.rows().modify((query: Query) => {
      const { status } = selection
      if (status) query.where((any: Query) => inStates(any, status))
      for (const column of COLUMNS) {
        const wanted = selection[column]
        if (wanted) query.whereIn(column, wanted)
      }
      if (selection.paid_out_at) query.whereIn("id", this.#paidOut(selection))
      else ofMoney(query, selection)
      if (selection.shownOfOrders) query.whereIn("id", this.#shown(selection.shownOfOrders))
      if (selection.test_mode !== undefined) query.where({ test_mode: selection.test_mode })
      const { created_at, completed_at, search } = selection
      within(query, "created_at", created_at)
      within(query, "completed_at", completed_at)
      if (!search) return
      const found = this.rows().where((any: Query) => matches(any, search))
      only(query, found)
    })
  }

  #paidOut(selection: PaymentSelection): Query {
    return this.knex("crypto_payout")
      .select("payment_id")
      .whereNull("deleted_at")
      .modify((query: Query) => ofPayouts(query, selection))
  }

  #shown(orderIds: readonly string[]): Query {
    return this.knex("crypto_payment")
      .distinctOn("order_id")
      .select("id")
      .whereIn("order_id", orderIds)
      .whereNull("deleted_at")
      .orderByRaw("order_id, superseded_at IS NULL DESC, created_at DESC, id DESC")
  }

  /** The next rows after `last`, newest first: by completion if the selection is about it, otherwise by creation. */
  async after(
    selection: PaymentSelection,
    last: Placed<PaymentRow> | null,
    limit: number,
  ): Promise<Placed<PaymentRow>[]> {
    const column = selection.completed_at ? "completed_at" : "created_at"
    return rowsAfter(this.knex, this.selected(selection), { column, last, limit })
  }

  async byIds(ids: readonly string[], selection: PaymentSelection = {}): Promise<PaymentRow[]> {
    return ids.length === 0 ? [] : this.selected(selection).whereIn("id", ids)
  }

  async byCollections(ids: readonly string[]): Promise<PaymentRow[]> {
    return ids.length === 0 ? [] : this.rows().whereIn("payment_collection_id", ids)
  }

  /** The next settled payments of orders, by the time of their creation. */
  async settledAfter(after: RowPlace | null, limit: number): Promise<(RowPlace & { order_id: string })[]> {
    return this.rows()
      .where({ status: "settled" })
      .whereNotNull("order_id")
      .modify((query) =>
        after ? query.whereRaw("(created_at, id) > (?::timestamptz, ?)", [after.placed_at, after.id]) : query,
      )
      .orderBy(["created_at", "id"])
      .limit(limit)
      .select("id", "order_id", this.knex.raw("created_at::text AS placed_at"))
  }
}

function ofPayouts(query: Query, selection: PaymentSelection): void {
  within(query, "created_at", selection.paid_out_at)
  ofMoney(query, selection)
}

function ofMoney(query: Query, selection: PaymentSelection): void {
  for (const column of MONEY) {
    const wanted = selection[column]
    if (wanted) query.whereIn(column, wanted)
  }
}

/** As the badge of a payment shows it: see `listedState`. */
function inStates(query: Query, wanted: readonly ListedState[]): void {
  const states = wanted.filter((state) => state !== "seen" && state !== "attention")
  query.where((own: Query) => own.whereIn("status", states).whereNull("attention_reason").whereRaw(`NOT ${IS_SEEN}`))
  if (wanted.includes("seen")) query.orWhere((seen: Query) => seen.whereRaw(IS_SEEN).whereNull("attention_reason"))
  if (wanted.includes("attention")) query.orWhereNotNull("attention_reason")
}

/** One OR over indexed columns, so PostgreSQL reads only matching rows. Addresses match in either case. */
export function matches(query: Query, { prefix, orderIds = [], collectionIds = [] }: PaymentSearch): void {
  query.whereRaw("false")
  if (orderIds.length > 0) query.orWhereIn("order_id", orderIds)
  if (collectionIds.length > 0) query.orWhereIn("payment_collection_id", collectionIds)
  if (!prefix) return
  query.orWhereRaw(...startsWith("external_id", prefix))
  query.orWhereRaw(...startsWith("lower(address)", prefix.toLowerCase()))
  if (prefix.startsWith("cpay_")) query.orWhereRaw(...idStartsWith(prefix))
}

export type PayoutSelection = {
  payment_id?: string[]
  connection_id?: string[]
  transactionPrefix?: string
  created_at?: Moments
  /** What was sent back, in the payout's own asset. */
  paidOut?: Pick<PaymentSelection, "paid_out_at" | "asset" | "currency">
}

export class PayoutLists extends ListStore<PayoutRow, PayoutSelection> {
  protected readonly table = "crypto_payout"

  protected selected({ payment_id, connection_id, transactionPrefix, created_at, paidOut = {} }: PayoutSelection) {
    return this.rows().modify((query: Query) => {
      if (payment_id) query.whereIn("payment_id", payment_id)
      if (connection_id) {
        query.whereIn("payment_id", this.knex("crypto_payment").select("id").whereIn("connection_id", connection_id))
      }
      within(query, "created_at", created_at)
      ofPayouts(query, paidOut)
      if (!transactionPrefix) return
      // Hashes are stored in lower case, but an admin may enter upper case.
      const [plain, small] = [transactionPrefix, transactionPrefix.toLowerCase()]
      const found = this.rows().where((any: Query) =>
        any.whereRaw(...startsWith("transaction_id", plain)).orWhereRaw(...startsWith("transaction_id", small)),
      )
      only(query, found)
    })
  }

  /** The payouts of these payments, oldest first. */
  async ofPayments(paymentIds: readonly string[], paidOut: PayoutSelection["paidOut"] = {}): Promise<PayoutRow[]> {
    if (paymentIds.length === 0) return []
    return this.selected({ payment_id: [...paymentIds], paidOut }).orderBy(["created_at", "id"])
  }

  /** By payment id: how much was sent back, in minor units of the payment's currency, and when last. */
  async paidOut(paymentIds: readonly string[]): Promise<Map<string, { minor: string; at: Date }>> {
    if (paymentIds.length === 0) return new Map()
    type Sum = { payment_id: string; minor: string; at: Date }
    const sums = "sum(amount_minor::numeric)::text AS minor, max(created_at) AS at"
    const rows: Sum[] = await this.selected({ payment_id: [...paymentIds] })
      .groupBy("payment_id")
      .select("payment_id", this.knex.raw(sums))
    return new Map(rows.map(({ payment_id, minor, at }) => [payment_id, { minor, at }]))
  }

  async after(selection: PayoutSelection, last: Placed<PayoutRow> | null, limit: number): Promise<Placed<PayoutRow>[]> {
    return rowsAfter(this.knex, this.selected(selection), { column: "created_at", last, limit })
  }
}

export type EventSelection = { connection_id?: string[]; state?: string[]; payment_id?: string[] }

export class EventLists extends ListStore<WebhookEventRow, EventSelection> {
  protected readonly table = "crypto_webhook_event"

  protected selected(selection: EventSelection) {
    return this.rows().modify((query: Query) => {
      for (const [column, wanted] of Object.entries(selection)) if (wanted) query.whereIn(column, wanted)
    })
  }

  async byIds(ids: readonly string[]): Promise<WebhookEventRow[]> {
    return ids.length === 0 ? [] : this.rows().whereIn("id", ids)
  }

  async ofPayment(paymentId: string): Promise<WebhookEventRow[]> {
    return this.rows().where({ payment_id: paymentId }).orderBy(["created_at", "id"])
  }
}

export type AttentionPlace = { type: "payment" | "event" | "connection"; id: string; since: Date }

type AttentionSelection = {
  /** The beginning of the id of a payment, an event or a connection, or of an address. */
  prefix?: string | undefined
  connection_id?: string[] | undefined
  /** Those that unfinished payments need and medusa-config does not register. */
  connections?: readonly Pick<AttentionPlace, "id" | "since">[]
}

/**
 * Attention items: payments with a reason, events that are no longer retried or failed repeatedly, and the given
 * connections. The conditions match two partial indexes, so PostgreSQL reads only such rows.
 */
export class AttentionLists {
  constructor(private readonly knex: Knex) {}

  #payments({ prefix, connection_id }: AttentionSelection) {
    return this.knex("crypto_payment")
      .select(this.knex.raw("'payment'::text AS type"), "id", "attention_at AS since")
      .whereNotNull("attention_reason")
      .whereNull("deleted_at")
      .modify((query: Query) => {
        if (connection_id) query.whereIn("connection_id", connection_id)
        if (prefix) query.where((any: Query) => matches(any, { prefix }))
      })
  }

  #events({ prefix, connection_id }: AttentionSelection) {
    return this.knex("crypto_webhook_event")
      .select(this.knex.raw("'event'::text AS type"), "id", "created_at AS since")
      .whereRaw("state IN ('unmatched', 'failed')")
      .whereRaw("((state = 'unmatched' AND next_attempt_at IS NULL) OR (state = 'failed' AND attempts >= ?))", [
        EVENT_FAILURES_BEFORE_ATTENTION,
      ])
      .whereNull("deleted_at")
      .modify((query: Query) => {
        if (connection_id) query.whereIn("connection_id", connection_id)
        if (prefix) query.whereRaw(...idStartsWith(prefix))
      })
  }

  #connections({ prefix = "", connection_id, connections = [] }: AttentionSelection) {
    const named = connections.filter(({ id }) => id.startsWith(prefix) && (connection_id?.includes(id) ?? true))
    return named.map(({ id, since }) =>
      this.knex.select(
        this.knex.raw("'connection'::text AS type"),
        this.knex.raw("?::text AS id", [id]),
        this.knex.raw("?::timestamptz AS since", [since]),
      ),
    )
  }

  #items(selection: AttentionSelection) {
    return this.#payments(selection).unionAll([this.#events(selection), ...this.#connections(selection)])
  }

  async page(selection: AttentionSelection, page: Page): Promise<AttentionPlace[]> {
    return pageOf(this.#items(selection), page, "since")
  }

  /** @param most the largest count; counting stops there */
  async count(selection: AttentionSelection, most?: number): Promise<number> {
    const items = this.#items(selection)
    const { rows } = await this.knex.raw("SELECT count(*) FROM (?) AS items", [
      most === undefined ? items : items.limit(most),
    ])
    return Number(rows[0].count)
  }
}

/**
 * What came in and was sent back from `:since` until `:until`: payments by when they were completed, payouts by when they
 * were recorded. An index on that time serves each; a lateral join reads only the payments of these payouts.
 */
const MONEY_MOVES = `
  SELECT id, true AS came, completed_at AS at, connection_id, test_mode, asset, currency, order_id,
         external_id AS reference, pay_amount_base::numeric AS base, amount_minor::numeric AS minor
    FROM crypto_payment
   WHERE completed_at >= :since AND completed_at < :until AND deleted_at IS NULL
   UNION ALL
  SELECT payout.id, false, payout.created_at, payment.connection_id, payment.test_mode, payout.asset, payout.currency,
         payment.order_id, payout.transaction_id, payout.sent_base::numeric, payout.amount_minor::numeric
    FROM crypto_payout AS payout
   CROSS JOIN LATERAL (SELECT connection_id, test_mode, order_id FROM crypto_payment
                        WHERE id = payout.payment_id LIMIT 1) AS payment
   WHERE payout.created_at >= :since AND payout.created_at < :until AND payout.deleted_at IS NULL`

/** `until` is exclusive. */
type Range = { since: Date; until: Date }

/** Sums are whole numbers in text: `…_base` in base units of the asset, `…_minor` in minor units of the currency. */
export type TotalsRow = {
  /** "2026-03", in UTC. */
  month: string
  test_mode: boolean
  asset: string
  currency: string
  payments: number
  received_base: string
  amount_minor: string
  payouts: number
  sent_base: string
  paid_out_minor: string
}

/** A completed payment or a recorded payout. `minor` is a whole number in text. */
export type Move = {
  id: string
  came: boolean
  at: Date
  /** `at` with its microseconds. */
  placed_at: string
  order_id: string | null
  reference: string
  minor: string
}

const BEGINNING = new Date(0)

/** What came in and was sent back, by month and by account. */
export class MoneyMoves {
  constructor(private readonly knex: Knex) {}

  /** Sums by month, newest first. */
  async byMonth({
    since,
    until,
    connectionIds,
  }: Range & { connectionIds?: readonly string[] | undefined }): Promise<TotalsRow[]> {
    const { rows } = await this.knex.raw(
      `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, test_mode, asset, currency,
              count(*) FILTER (WHERE came)::int AS payments,
              coalesce(sum(base) FILTER (WHERE came), 0)::text AS received_base,
              coalesce(sum(minor) FILTER (WHERE came), 0)::text AS amount_minor,
              count(*) FILTER (WHERE NOT came)::int AS payouts,
              coalesce(sum(base) FILTER (WHERE NOT came), 0)::text AS sent_base,
              coalesce(sum(minor) FILTER (WHERE NOT came), 0)::text AS paid_out_minor
         FROM (${MONEY_MOVES}) AS moves
        WHERE :connectionIds::text[] IS NULL OR connection_id = ANY(:connectionIds)
        GROUP BY 1, 2, 3, 4
        ORDER BY 1 DESC, 2, 3, 4`,
      { since, until, connectionIds: connectionIds ?? null },
    )
    return rows
  }

  /** The accounts with anything until the end of the range, live ones first, and their balance before it in minor units. */
  async accounts(
    { since, until }: Range,
    connectionIds?: readonly string[],
  ): Promise<(StatementAccount & { opening: string })[]> {
    const { rows } = await this.knex.raw(
      `SELECT connection_id, test_mode, currency,
              coalesce(sum(CASE WHEN came THEN minor ELSE -minor END) FILTER (WHERE at < :from), 0)::text AS opening
         FROM (${MONEY_MOVES}) AS moves
        WHERE :connectionIds::text[] IS NULL OR connection_id = ANY(:connectionIds)
        GROUP BY 1, 2, 3
        ORDER BY 2, 1, 3`,
      { since: BEGINNING, until, from: since, connectionIds: connectionIds ?? null },
    )
    return rows
  }

  /** The next moves of an account after `last`, oldest first. */
  async moves(account: StatementAccount, range: Range, last: RowPlace | null, limit: number): Promise<Move[]> {
    const { connection_id, test_mode, currency } = account
    const place = { since: last?.placed_at ?? range.since, until: range.until, lastId: last?.id ?? "" }
    const { rows } = await this.knex.raw(
      `SELECT id, came, at, at::text AS placed_at, order_id, reference, minor::text
         FROM (${MONEY_MOVES}) AS moves
        WHERE connection_id = :connection_id AND test_mode = :test_mode AND currency = :currency
          AND (at, id) > (:since::timestamptz, :lastId)
        ORDER BY at, id
        LIMIT :limit`,
      { ...place, connection_id, test_mode, currency, limit },
    )
    return rows
  }
}

export const listsOn = (knex: Knex) => ({
  payments: new PaymentLists(knex),
  payouts: new PayoutLists(knex),
  events: new EventLists(knex),
  attention: new AttentionLists(knex),
  money: new MoneyMoves(knex),
})
