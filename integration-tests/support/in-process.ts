import { resolve } from "node:path"
import { asValue } from "@medusajs/framework/awilix"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  clearInstances,
  configLoaderOverride,
  initDb,
  migrateDatabase,
  startApp,
  syncLinks,
} from "@medusajs/test-utils/dist/medusa-test-runner-utils"

const ROOT = resolve(__dirname, "../..")

export type RunningMedusa = { url: string; container: MedusaContainer; stop: () => Promise<void> }

/**
 * Starts Medusa with the repo's medusa-config in this process, so that tests can use its container. It is configured by
 * this process's environment; DATABASE_URL is a migrated database.
 * @param withFeatures whether feature flags are on, whose tables Medusa's command does not make
 */
export async function startInProcess(withFeatures: boolean): Promise<RunningMedusa> {
  if (withFeatures) await migrateFeatures()
  const { container, port, shutdown } = await startApp({ cwd: ROOT })
  return { url: `http://localhost:${port}`, container, stop: shutdown }
}

/** Does the same as Medusa's own test runner. */
async function migrateFeatures(): Promise<void> {
  const { MedusaAppLoader, container, logger } = await import("@medusajs/framework")
  const clientUrl = process.env.DATABASE_URL as string
  await configLoaderOverride(ROOT, { clientUrl, debug: false })
  container.register({ [ContainerRegistrationKeys.LOGGER]: asValue(logger) })
  await initDb()
  const loader = new MedusaAppLoader({ medusaConfigPath: ROOT, cwd: ROOT })
  await migrateDatabase(loader)
  await syncLinks(loader, ROOT, container, logger)
  await clearInstances()
}
