import { container } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Knex } from "../../modules/crypto-payments/stores/rows"
import { disableConnection } from "../../workflows/connections/begin"
import { connectTo, type DatabaseConfig } from "../database"
import { answerBeforeStart } from "../medusa-command"

async function disable(): Promise<null> {
  const { knex, schema } = connectTo(container.resolve<DatabaseConfig>(ContainerRegistrationKeys.CONFIG_MODULE))
  try {
    await disableConnection(knex as unknown as Knex, schema)
    return null
  } finally {
    await knex.destroy()
  }
}

answerBeforeStart(disable())

/** For `medusa exec`, which is ended before it calls this. */
export default async function nothing(): Promise<void> {}
