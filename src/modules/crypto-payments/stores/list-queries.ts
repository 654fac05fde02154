import type { Knex } from "./rows"

type Query = ReturnType<Knex>

/** Sorts after every id of ours, in any collation. */
const AFTER_IDS = "zzzz"

export type Page = { limit: number; offset: number; oldestFirst: boolean }

/** One page of a selection; rows of the same moment are ordered by id. */
export function pageOf(selected: Query, { limit, offset, oldestFirst }: Page): Query {
  const order = oldestFirst ? "asc" : "desc"
  return selected
    .orderBy([
      { column: "created_at", order },
      { column: "id", order },
    ])
    .limit(limit)
    .offset(offset)
}

export async function countOf(selected: Query): Promise<number> {
  const rows: { count: string }[] = await selected.count("* as count")
  return Number(rows[0]?.count)
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
