import type { JobRow, Knex, Query } from "./rows"
import { Store } from "./store"

/** Sorts after every id of ours, in any collation. */
const AFTER_IDS = "zzzz"

export type Page = { limit: number; offset: number; oldestFirst: boolean }

export type Moments = { $gt?: Date; $gte?: Date; $lt?: Date; $lte?: Date }

const OPERATORS = { $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" } as const

export function within(query: Query, column: string, moments: Moments = {}): void {
  for (const [name, operator] of Object.entries(OPERATORS)) {
    const moment = moments[name as keyof Moments]
    if (moment) query.where(column, operator, moment)
  }
}

/** A row with the time that it is sorted by as text, because a Date would lose the microseconds. */
export type Placed<Row> = Row & { placed_at: string }

/** A row's place in the order of a page; rows of the same time are ordered by id. */
export type RowPlace = Placed<{ id: string }>

/** The place of the last row. A page that is not full was the last one, so the next run begins a new round. */
export function placeAfter(page: readonly RowPlace[], full: number): RowPlace | null {
  const last = page.length < full ? undefined : page.at(-1)
  return last ? { placed_at: last.placed_at, id: last.id } : null
}

type Place = { column: string; last: RowPlace | null; limit: number }

/** The next rows after `last`, newest first: rows that are inserted or deleted in between do not shift it. */
export function rowsAfter(knex: Knex, selected: Query, { column, last, limit }: Place): Query {
  if (last) selected.whereRaw("(??, id) < (?::timestamptz, ?)", [column, last.placed_at, last.id])
  return selected
    .orderBy([
      { column, order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(limit)
    .select("*", knex.raw("??::text AS placed_at", [column]))
}

export function pageOf(selected: Query, { limit, offset, oldestFirst }: Page, column = "created_at"): Query {
  const order = oldestFirst ? "asc" : "desc"
  return selected
    .orderBy([
      { column, order },
      { column: "id", order },
    ])
    .limit(limit)
    .offset(offset)
}

/**
 * Restricts the query to rows that were found first. Without this, PostgreSQL may overestimate a prefix and look for its
 * few rows by reading the whole table in the list's order.
 */
export function only(query: Query, found: Query): void {
  query.whereRaw("id = ANY(ARRAY(?))", [found.select("id")])
}

/** A condition on a prefix that an index with text_pattern_ops can serve. LIKE's wildcards are escaped. */
export const startsWith = (column: string, prefix: string): [sql: string, bindings: string[]] => [
  `${column} LIKE ?`,
  [`${prefix.replace(/[\\%_]/g, "\\$&")}%`],
]

/** The same condition for an id: the primary key's index can serve the range, but not LIKE. */
export function idStartsWith(prefix: string): [sql: string, bindings: string[]] {
  const [sql, bindings] = startsWith("id", prefix)
  return [`(id >= ? AND id <= ? AND ${sql})`, [prefix, prefix + AFTER_IDS, ...bindings]]
}

/** A store whose rows admins can list. */
export abstract class ListStore<Row extends { id: string }, Selection> extends Store<Row> {
  protected abstract selected(selection: Selection): Query

  async page(selection: Selection, page: Page): Promise<Row[]> {
    return pageOf(this.selected(selection), page)
  }

  async count(selection: Selection): Promise<number> {
    const rows: { count: string }[] = await this.selected(selection).count("* as count")
    return Number(rows[0]?.count)
  }
}

/** What a run knows, and whether it still holds the job; after false it must change nothing more. */
type Run<Position> = { position: Position | null; ownsLease: () => boolean }

/** The positions of jobs that go through tables page by page. One process runs a job at a time, with or without Redis. */
export class JobStore extends Store<JobRow> {
  protected readonly table = "crypto_job"
  readonly #lock = this.lockIn("leased_until")

  /**
   * Runs a job unless another process runs it, and then stores where the next run begins. If the work throws, the next run
   * begins where this one did.
   * @returns the result of the work; undefined if another process runs the job
   */
  async run<Position extends object, T>(
    id: string,
    now: Date,
    work: (run: Run<Position>) => Promise<{ position: Position; result: T }>,
  ): Promise<T | undefined> {
    await this.knex(this.table).insert({ id, created_at: now, updated_at: now }).onConflict("id").ignore()
    const claimed = await this.#lock.claim(this.rows().where({ id }), now)
    if (!claimed) return undefined
    let moved = {}
    try {
      return await this.#lock.withHeartbeat(claimed, now, async (ownsLease) => {
        const { position, result } = await work({ position: claimed.position as Position | null, ownsLease })
        moved = { position: JSON.stringify(position), updated_at: now }
        return result
      })
    } finally {
      await this.#lock.releaseRows([claimed], moved)
    }
  }
}
