import cluster from "node:cluster"
import { Modules } from "@medusajs/framework/utils"
import { isUnset, parseConfiguredSettings, withVariables } from "../../../core/connection/settings"
import { ENCRYPTION_KEY, ENCRYPTION_KEY_VARIABLE, type SetupFacts } from "../../../core/connection/setup"

/** An entry of a module's `providers` in medusa-config. Each entry of this plugin's provider is one connection. */
export type ProviderEntry = { resolve?: unknown; id?: string; options?: unknown; is_default?: boolean }

type PluginEntry = { resolve?: unknown; options?: unknown }

/** The part of medusa-config that is read here. Every key may be missing. */
export type WholeConfig = {
  modules?: Record<string, unknown>
  plugins?: (string | PluginEntry)[]
  projectConfig?: { workerMode?: string; http?: { storeCors?: string } }
}

type Declared = { resolve?: unknown; options?: { providers?: ProviderEntry[] } }

const declared = ({ modules }: WholeConfig, name: string): Declared => (modules?.[name] ?? {}) as Declared

const providersOf = (config: WholeConfig, name: string): ProviderEntry[] =>
  declared(config, name).options?.providers ?? []

/** The path of this plugin's provider, to compare with. Does not load the provider. */
const ownProviderPath = (): string => require.resolve("../../../providers/crypto")

const resolvePath = (request: string): string | undefined => {
  try {
    // Medusa resolves a provider from the directory in which the server was started.
    return require.resolve(request, { paths: [process.cwd()] })
  } catch {
    return undefined
  }
}

export function ownProviderEntries(config: WholeConfig): ProviderEntry[] {
  const own = ownProviderPath()
  return providersOf(config, Modules.PAYMENT).filter((entry) =>
    typeof entry.resolve === "string" ? resolvePath(entry.resolve) === own : isOwnExport(entry.resolve),
  )
}

/** @returns whether an entry of medusa-config resolves the package itself */
const resolvesPackage = ({ resolve }: { resolve?: unknown }): boolean =>
  typeof resolve === "string" && resolvePath(resolve) === require.resolve("../../../index")

/** The entries that resolve the package itself as a payment provider. */
export const packageEntries = (config: WholeConfig): ProviderEntry[] =>
  providersOf(config, Modules.PAYMENT).filter(resolvesPackage)

const isOwnExport = (exported: unknown): boolean => {
  const services = (exported as { services?: { identifier?: unknown }[] } | undefined)?.services ?? []
  return services.some((service) => service.identifier === "crypto")
}

/** The settings of each connection in medusa-config, by its id. @throws Error with a sentence for each that is wrong */
export function configuredSettings(config: WholeConfig) {
  const entries = ownProviderEntries(config).map(({ id, options }) => [connectionId(id), options] as const)
  return new Map(entries.map(([id, options]) => [id, readSettings(options, id)]))
}

/** The options of the connection `id`, completed from the environment. */
export function completeOptions(options: unknown, id: string): unknown {
  const { env } = process
  return withVariables(options, id, env)
}

/** The settings of one connection in medusa-config. @throws Error with a sentence for each that is wrong */
export const readSettings = (options: unknown, id: string) => parseConfiguredSettings(completeOptions(options, id), id)

/** The plugin's encryption key, from its options or else from the environment. */
export function encryptionKeyOf(options: { [ENCRYPTION_KEY]?: unknown } = {}): unknown {
  const { env } = process
  return isUnset(options[ENCRYPTION_KEY]) ? env[ENCRYPTION_KEY_VARIABLE] : options[ENCRYPTION_KEY]
}

/** A provider without an id in medusa-config has the id `default`. */
export const connectionId = (id: string | undefined): string => id ?? "default"

/** The connection of a provider instance, by its options. @throws Error if it is not found, or two share options */
export function connectionIdOf(config: WholeConfig, options: unknown): string {
  const entries = ownProviderEntries(config)
  const matching = entries.filter((entry) => entry.options === options)
  const [only, ...others] = matching.length > 0 ? matching : entries
  if (!only) {
    throw new Error(
      'medusa-payment-crypto: its payment provider is not found in medusa-config. Register it as { resolve: "medusa-payment-crypto/providers/crypto", id: "default", options: {…} }, from one copy of the package',
    )
  }
  if (others.length > 0) {
    throw new Error("medusa-payment-crypto: give each of its payment providers in medusa-config its own options")
  }
  return connectionId(only.id)
}

/** The entries of medusa-config's plugins that are this package. */
export const pluginEntries = ({ plugins = [] }: WholeConfig): PluginEntry[] =>
  plugins.map((entry) => (typeof entry === "string" ? { resolve: entry } : entry)).filter(resolvesPackage)

/**
 * Whether several processes run: this one is a worker, `medusa start --cluster` forked it, or the event bus or workflow
 * engine uses Redis. The mode `server` proves nothing, because `medusa exec` has it too.
 */
const hasSeveralProcesses = (config: WholeConfig): boolean =>
  cluster.isWorker ||
  config.projectConfig?.workerMode === "worker" ||
  [Modules.EVENT_BUS, Modules.WORKFLOW_ENGINE].some((name) => /redis/.test(String(declared(config, name).resolve)))

/** Medusa's locking module uses the default or the only provider; otherwise it locks in the memory of the process. */
function hasSharedLocks(config: WholeConfig): boolean {
  const providers = providersOf(config, Modules.LOCKING)
  return providers.length === 1 || providers.some(({ is_default }) => is_default === true)
}

/** What an entry of medusa-config has beside its options. */
const beside = (entry: object): string[] => Object.keys(entry).filter((name) => name !== "options")

/** @param pluginOptions undefined if medusa-config does not register the plugin */
export function setupFacts(config: WholeConfig, pluginOptions: unknown): SetupFacts {
  const providers = ownProviderEntries(config).map((entry) => ({
    id: entry.id,
    options: entry.options,
    beside: beside(entry),
  }))
  // Medusa adds `database` to the options of each module.
  const { database: _, ...ownOptions } = (pluginOptions ?? {}) as Record<string, unknown>
  const urls = providers.map(({ id, options }) => {
    const completed = completeOptions(options, connectionId(id))
    return (completed as { storefrontUrl?: unknown } | undefined)?.storefrontUrl
  })
  return {
    moduleRegistered: pluginOptions !== undefined,
    pluginOptions: ownOptions,
    besidePluginOptions: pluginEntries(config).flatMap(beside),
    providers,
    storefrontUrls: urls.filter((url): url is string => typeof url === "string" && URL.canParse(url)),
    storeCors: config.projectConfig?.http?.storeCors ?? "*",
    severalProcesses: hasSeveralProcesses(config),
    sharedLocks: hasSharedLocks(config),
  }
}
