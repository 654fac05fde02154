import { type LeaseColumns, Leases } from "./lease"
import type { Knex } from "./rows"

/** The statements of one table. */
export abstract class Store<Row extends { id: string }> {
  protected abstract readonly table: string

  constructor(protected readonly knex: Knex) {}

  /**
   * Indexes made by Medusa contain only rows that are not soft-deleted, so every statement needs this condition to use
   * them.
   */
  protected rows(knex = this.knex) {
    return knex(this.table).whereNull("deleted_at")
  }

  protected leasesIn(columns: LeaseColumns<Row>): Leases<Row> {
    return new Leases(this.knex, this.table, columns)
  }
}
