import { randomBytes, randomUUID } from "node:crypto"
import { type LeaseColumns, Leases } from "./lease"
import type { Knex } from "./rows"

/** The first columns of a new row. */
export const newRow = (prefix: string, now: Date) => ({
  id: `${prefix}_${randomUUID().replaceAll("-", "")}`,
  created_at: now,
  updated_at: now,
})

/** 128 random bits that let a shopper see one payment or link, and nothing else. */
export const newToken = (): string => randomBytes(16).toString("base64url")

/** The statements of one table. */
export abstract class Store<Row extends { id: string }> {
  protected abstract readonly table: string

  constructor(protected readonly knex: Knex) {}

  /** Medusa's indexes contain only rows that are not soft-deleted, so every statement needs this condition. */
  protected rows(knex = this.knex) {
    return knex(this.table).whereNull("deleted_at")
  }

  protected leasesIn(columns: LeaseColumns<Row>): Leases<Row> {
    return new Leases(this.knex, this.table, columns)
  }
}
