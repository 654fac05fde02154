import type { Knex, Query } from "./rows"
import { Store } from "./store"

/** Sorts after every id of ours, in any collation. */
const AFTER_IDS = "zzzz"

export type Page = { limit: number; offset: number; oldestFirst: boolean }

/** A range of time for a column. */
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

/** One page of a selection; rows of the same moment are ordered by id. */
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
