import type { Knex } from "./rows"

type Query = ReturnType<Knex>

export type Page = { limit: number; offset: number; oldestFirst: boolean }

/** One page of a selection, newest first where nothing else is wished; rows of one moment stand by their ids. */
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

/** How many rows a selection has. */
export async function countOf(selected: Query): Promise<number> {
  const rows: { count: string }[] = await selected.count("* as count")
  return Number(rows[0]?.count)
}
