import type { SetupFacts } from "../../../core/connection/setup"
import { type ConfigModule, ownProviderEntries } from "./configured"

type Declared = {
  resolve?: unknown
  options?: { providers?: { id?: string; resolve?: unknown; is_default?: boolean }[] }
}

/** Medusa's keys of the modules that several processes share. */
const EVENT_BUS = "event_bus"
const WORKFLOW_ENGINE = "workflows"
const LOCKING = "locking"

/** Every key of medusa-config that is read here may be missing. */
export type WholeConfig = ConfigModule & {
  plugins?: (string | { resolve?: unknown; options?: unknown })[]
  projectConfig?: { workerMode?: string; http?: { storeCors?: string } }
}

const declared = (config: WholeConfig, module: string): Declared => (config.modules?.[module] ?? {}) as Declared

/**
 * Several processes run for certain if one is a worker, or if they share a bus or a workflow engine. `medusa exec` calls
 * itself a server, so that word says nothing.
 */
const hasSeveralProcesses = (config: WholeConfig): boolean =>
  config.projectConfig?.workerMode === "worker" ||
  [EVENT_BUS, WORKFLOW_ENGINE].some((name) => /redis/.test(String(declared(config, name).resolve)))

/** As Medusa's locking module picks its provider: the default, or the only one; otherwise the memory of the process. */
function hasSharedLocks(config: WholeConfig): boolean {
  const providers = declared(config, LOCKING).options?.providers ?? []
  return providers.length === 1 || providers.some(({ is_default }) => is_default === true)
}

/** Medusa adds its connection to the options of each module. */
const withoutMedusasOwn = (options: unknown): object => {
  const { database: _, ...own } = (options ?? {}) as Record<string, unknown>
  return own
}

/** @param pluginOptions undefined if medusa-config does not register the plugin */
export function setupFacts(config: WholeConfig, pluginOptions: unknown): SetupFacts {
  const providers = ownProviderEntries(config).map(({ id, options }) => ({ id, options }))
  const urls = providers.map(({ options }) => (options as { storefrontUrl?: unknown } | undefined)?.storefrontUrl)
  return {
    moduleRegistered: pluginOptions !== undefined,
    pluginOptions: withoutMedusasOwn(pluginOptions),
    providers,
    storefrontUrls: urls.filter((url): url is string => typeof url === "string" && URL.canParse(url)),
    storeCors: config.projectConfig?.http?.storeCors ?? "*",
    severalProcesses: hasSeveralProcesses(config),
    sharedLocks: hasSharedLocks(config),
  }
}
