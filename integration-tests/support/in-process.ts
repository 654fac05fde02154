import { resolve } from "node:path"
import { asValue } from "@medusajs/framework/awilix"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, getResolvedPlugins, mergePluginModules } from "@medusajs/framework/utils"
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
 * @param withMore whether feature flags or plugins are on, whose tables the seeded database lacks
 */
export async function startInProcess(withMore: boolean): Promise<RunningMedusa> {
  if (withMore) await migrateMore()
  const { container, port, shutdown } = await startApp({ cwd: ROOT })
  return { url: `http://localhost:${port}`, container, stop: shutdown }
}

/** Does the same as Medusa's own test runner. */
async function migrateMore(): Promise<void> {
  const { MedusaAppLoader, container, logger } = await import("@medusajs/framework")
  const clientUrl = process.env.DATABASE_URL as string
  await configLoaderOverride(ROOT, { clientUrl, debug: false })
  container.register({ [ContainerRegistrationKeys.LOGGER]: asValue(logger) })
  const config = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  mergePluginModules(config, await getResolvedPlugins(ROOT, config), ROOT)
  await initDb()
  const loader = new MedusaAppLoader({ medusaConfigPath: ROOT, cwd: ROOT })
  await migrateDatabase(loader)
  await syncLinks(loader, ROOT, container, logger)
  // The files of a plugin's links run only once, and clearing would forget them.
  const links = [...MedusaModule.getCustomLinks()]
  await clearInstances()
  for (const link of links) MedusaModule.setCustomLink(link)
}
