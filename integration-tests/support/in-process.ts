import type { AddressInfo } from "node:net"
import { resolve } from "node:path"
import type { MedusaContainer } from "@medusajs/framework/types"
import { GracefulShutdownServer } from "@medusajs/framework/utils"
import express from "express"

const ROOT = resolve(__dirname, "../..")

export type RunningMedusa = { url: string; container: MedusaContainer; stop: () => Promise<void> }

/**
 * Starts Medusa with the repo's medusa-config in this very process, so that tests reach its container. Its settings are
 * this process's environment; its database, which is migrated, is DATABASE_URL.
 */
export async function startInProcess(): Promise<RunningMedusa> {
  const app = express()
  // Required here, in the module registry of the test file that Medusa runs in.
  const { default: load } = require("@medusajs/medusa/loaders/index")
  const { container, shutdown } = await load({ directory: ROOT, expressApp: app })
  const listening = await new Promise<ReturnType<typeof app.listen>>((done, failed) => {
    const server = app.listen(0, () => done(server)).on("error", failed)
  })
  const server = GracefulShutdownServer.create(listening)
  return {
    url: `http://localhost:${(listening.address() as AddressInfo).port}`,
    container,
    stop: async () => {
      await server.shutdown()
      await shutdown()
    },
  }
}
