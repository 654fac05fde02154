import { model } from "@medusajs/framework/utils"

/** How far a job that goes through a table page by page has come. All processes share it. */
export const CryptoJob = model.define(
  { name: "CryptoJob", tableName: "crypto_job" },
  {
    id: model.id().primaryKey(),
    /** Where the next run begins; null before the first one. Each job has its own shape. */
    position: model.json().nullable(),
    /** A lease: until this time one process runs the job. */
    leased_until: model.dateTime().nullable(),
  },
)
