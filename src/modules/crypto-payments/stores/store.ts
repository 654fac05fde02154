import { randomBytes, randomUUID } from "node:crypto"
import type { Knex, Query } from "./rows"

/** The first columns of a new row. */
export const newRow = (prefix: string, now: Date) => ({
  id: `${prefix}_${randomUUID().replaceAll("-", "")}`,
  created_at: now,
  updated_at: now,
})

/** 128 random bits that let a shopper see one payment or link, and nothing else. */
export const newToken = (): string => randomBytes(16).toString("base64url")

export abstract class Store<Row extends { id: string }> {
  protected abstract readonly table: string

  constructor(protected readonly knex: Knex) {}

  /** Most indexes contain only rows that are not soft-deleted, so every statement needs this condition. */
  protected rows(knex = this.knex) {
    return knex(this.table).whereNull("deleted_at")
  }

  protected leasesIn(columns: LeaseColumns<Row>): Leases<Row> {
    return new Leases(this.knex, this.table, columns)
  }

  /** A lock that ends by time: `created_at` is always due, so only the lease in `lease` decides. */
  protected lockIn(lease: keyof Row & string): Leases<Row> {
    return this.leasesIn({ lease, due: "created_at" as keyof Row & string })
  }
}

/** How long a claim holds its rows, in milliseconds. A crash frees them within a minute; longer work renews it. */
export const LEASE_MS = 40_000

/** Three renewals may fail before another worker can claim the row. */
const RENEW_EVERY_MS = LEASE_MS / 4

/** The rows that one claim holds. They belong to its worker while their lease column contains `until`. */
export type Lease = { ids: readonly string[]; until: Date }

/** Without `due`, the lease column is also the due time, and null means that nothing is left to do. */
type LeaseColumns<Row> = { lease: keyof Row & string; due?: keyof Row & string }

/** SQL for parts of the claiming statement, with their bindings. The statement names the row `claimed`. */
type DueRows = { where?: string; set?: string; returning?: string; bindings?: object; limit: number; now: Date }

const endOf = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

/**
 * The one way to hold work: a claim writes its end into the lease column. Renewing and releasing compare that value, so a
 * worker whose lease expired does not end the next worker's.
 */
export class Leases<Row extends { id: string }> {
  readonly #column: keyof Row & string
  readonly #due: string
  readonly #isFree: string

  constructor(
    private readonly knex: Knex,
    private readonly table: string,
    { lease, due = lease }: LeaseColumns<Row>,
  ) {
    this.#column = lease
    this.#due = due
    this.#isFree = due === lease ? `${lease} <= :now` : `(${lease} IS NULL OR ${lease} <= :now)`
  }

  /** Claims the selected row, unless a worker holds it. If the lease column is also the due time, it must be due. */
  async claim(row: Query, now: Date, patch: object = {}): Promise<Row | undefined> {
    const [claimed] = await row
      .andWhereRaw(this.#isFree, { now } as never)
      .update({ [this.#column]: endOf(now), ...patch })
      .returning("*")
    return claimed
  }

  /**
   * Claims due rows, oldest first, without waiting for other workers. MATERIALIZED, because PostgreSQL may run a plain
   * subselect twice and exceed the limit; it joins by `ctid`, which does not change while the row is locked.
   */
  async claimDue<Returned = object>(due: DueRows): Promise<(Row & { due_at: Date } & Returned)[]> {
    const { where, set, returning, bindings, limit, now } = due
    const { rows } = await this.knex.raw(
      `WITH due AS MATERIALIZED (
         SELECT ctid AS place, ${this.#due} AS due_at FROM ${this.table}
          WHERE ${where ? `${where} AND ` : ""}${this.#due} <= :now AND ${this.#isFree} AND deleted_at IS NULL
          ORDER BY ${this.#due}
          LIMIT :limit
            FOR UPDATE SKIP LOCKED)
       UPDATE ${this.table} AS claimed
          SET ${this.#column} = :until${set ? `, ${set}` : ""}
         FROM due
        WHERE claimed.ctid = due.place
       RETURNING claimed.*, due.due_at${returning ? `, ${returning}` : ""}`,
      { ...bindings, limit, now, until: endOf(now) },
    )
    return rows.sort((a: { due_at: Date }, b: { due_at: Date }) => a.due_at.getTime() - b.due_at.getTime())
  }

  /** The lease of rows that were claimed together. */
  leaseOf(claimed: Row, ...others: readonly Row[]): Lease {
    return { ids: [claimed, ...others].map(({ id }) => id), until: claimed[this.#column] as Date }
  }

  rowsOf({ ids, until }: Lease): Query {
    return this.knex(this.table).whereNull("deleted_at").whereIn("id", ids).where(this.#column, until)
  }

  /** Ends a lease and writes the patch, unless another worker holds the rows. */
  async release(lease: Lease, patch: object = {}): Promise<void> {
    await this.rowsOf(lease).update({ [this.#column]: null, ...patch })
  }

  /** The same for rows that were claimed together. Does nothing without rows. */
  async releaseRows([first, ...others]: readonly Row[], patch: object = {}): Promise<void> {
    if (first) await this.release(this.leaseOf(first, ...others), patch)
  }

  /** Renews the lease of a claimed row, and changes the object too. @returns false if another worker claimed the row */
  async renew(claimed: Row, now: Date): Promise<boolean> {
    const until = endOf(now)
    const renewed = await this.rowsOf(this.leaseOf(claimed)).update({ [this.#column]: until })
    if (renewed > 0) Object.assign(claimed, { [this.#column]: until })
    return renewed > 0
  }

  /**
   * Renews a claimed row's lease while the work runs. A process that dies renews nothing, so its lease ends.
   * @param now when the work begins
   * @param work gets a function that says whether the lease is still ours; after false it must change nothing more
   */
  async withHeartbeat<T>(claimed: Row, now: Date, work: (ownsLease: () => boolean) => Promise<T>): Promise<T> {
    const begun = performance.now()
    let ours = true
    const timer = setInterval(async () => {
      const since = performance.now() - begun
      // If the database does not answer, the lease stays as it was.
      ours &&= await this.renew(claimed, new Date(now.getTime() + since)).catch(() => true)
      if (!ours) clearInterval(timer)
    }, RENEW_EVERY_MS)
    timer.unref()
    try {
      return await work(() => ours)
    } finally {
      clearInterval(timer)
    }
  }
}
