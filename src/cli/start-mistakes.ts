import { optionProblems } from "../core/connection/combine-settings"
import { ENCRYPTION_KEY, SETUP_WORDS } from "../core/connection/setup"
import {
  connectionId,
  ownProviderEntries,
  ownProviderPath,
  type ProviderEntry,
  packageEntries,
  pluginEntries,
  type WholeConfig,
} from "../modules/crypto-payments/connections/configured"
import { SecretBox } from "../modules/crypto-payments/secrets/secret-box"
import { CRYPTO_PAYMENTS_MODULE } from "../modules/crypto-payments/service"

/** One check; `fix` is null if it passed. `unchecked`: what would have to be known, if it was not done. */
export type Check = { about: string; fix: string | null; unchecked?: string }

type Entry = { options?: unknown }

/** `connections`: those with removed options. `key`: whether the encryption keys were removed. */
export type Mistakes = { checks: Check[]; connections: ReadonlySet<string>; key: boolean }

/** Finds mistakes with which Medusa would not start, and removes them, so that it starts and the rest is checked. */
export function takeOutMistakes(config: WholeConfig): Mistakes {
  const checks: Check[] = []
  for (const entry of packageEntries(config)) {
    entry.resolve = ownProviderPath()
    checks.push({ about: "resolve of the payment provider", fix: SETUP_WORDS.package_as_provider })
  }
  const connections = new Set<string>()
  for (const entry of ownProviderEntries(config)) {
    const check = takeOutOptions(entry)
    if (check.fix !== null) connections.add(connectionId(entry.id))
    checks.push(check)
  }
  const plugin = pluginEntry(config)
  const key = plugin && takeOutKey(plugin)
  return { checks: key ? [...checks, key] : checks, connections, key: typeof key?.fix === "string" }
}

/** The entry in medusa-config that registers the plugin: among the plugins, or as a module. */
export const pluginEntry = (config: WholeConfig): Entry | undefined =>
  (config.modules?.[CRYPTO_PAYMENTS_MODULE] as Entry | undefined) ?? pluginEntries(config)[0]

/** One wrong option may hide another, so the check repeats until none is left. */
function takeOutOptions(entry: ProviderEntry): Check {
  const sentences: string[] = []
  const id = connectionId(entry.id)
  for (let found = optionProblems(entry.options, id); found.length > 0; found = optionProblems(entry.options, id)) {
    for (const { field, sentence } of found) {
      sentences.push(sentence)
      if (field) takeOut(entry, field)
      else entry.options = {}
    }
  }
  return { about: `options of the connection ${id}`, fix: sentences.join("; ") || null }
}

function takeOutKey(plugin: Entry): Check {
  const { [ENCRYPTION_KEY]: keys } = (plugin.options ?? {}) as Record<string, unknown>
  try {
    SecretBox.of(keys)
    return { about: "encryption key", fix: null }
  } catch (error) {
    takeOut(plugin, ENCRYPTION_KEY)
    return { about: "encryption key", fix: (error as Error).message }
  }
}

function takeOut(entry: Entry, name: string): void {
  const { [name]: _, ...others } = entry.options as Record<string, unknown>
  entry.options = others
}
