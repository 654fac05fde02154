import type { ConnectionOptions } from "./core/connection/settings"
import { ownProviderEntries, type ProviderEntry, pluginEntries } from "./modules/crypto-payments/connections/configured"

const PACKAGE = "medusa-payment-crypto"
const PROVIDER = `${PACKAGE}/providers/crypto`

/** Medusa's key of its payment module, and the names that resolve it. */
const KEY = "payment"
const PAYMENT = ["@medusajs/medusa/payment", "@medusajs/payment"]

type ModuleEntry = { resolve?: unknown; key?: string; disable?: boolean; options?: { providers?: ProviderEntry[] } }
type Config = { plugins?: (string | { resolve?: unknown })[]; modules?: ModuleEntry[] | Record<string, unknown> }

/**
 * Registers the plugin and its payment provider `default` in a medusa-config, beside all that is registered there.
 * Warns of registrations that Medusa ignores.
 *
 * @param given what `defineConfig` returns, or what it takes
 * @param options of the provider that the environment does not give
 */
export function withCryptoPayments<Given extends object>(given: Given, options: ConnectionOptions = {}): Given {
  const config: Config = given
  const registrations = paymentRegistrations(config.modules)
  const [place, used] = registrations.at(-1) ?? [KEY, { resolve: PAYMENT[0] }]
  for (const [name, entry] of registrations.slice(0, -1)) {
    if (entry.options?.providers?.length) warn(`${LOST} ${namesOf(entry)} of the payment module "${name}".`)
  }
  if (used.disable) warn("medusa-config disables Medusa's payment module, so nobody can pay.")

  const { providers = [] } = used.options ?? {}
  const has = ownProviderEntries({ modules: { [KEY]: used } }).length > 0 || providers.some(isPackaged)
  if (has && Object.keys(options).length > 0) warn(UNUSED)
  const own = has ? [] : [{ resolve: PROVIDER, id: "default", options }]
  const merged = { ...used, options: { ...used.options, providers: [...providers, ...own] } }

  const { plugins = [] } = config
  const isListed =
    pluginEntries({ plugins }).length > 0 || plugins.some((one) => one === PACKAGE || isNamed(one, PACKAGE))
  return {
    ...given,
    plugins: isListed ? plugins : [...plugins, { resolve: PACKAGE, options: {} }],
    modules: replaced(config.modules, place, merged),
  }
}

type Registration = readonly [place: string, entry: ModuleEntry]

/** Every registration of Medusa's payment module; Medusa loads the last. */
function paymentRegistrations(modules: Config["modules"] = {}): Registration[] {
  const entries = Object.entries(modules).map(([name, entry]): Registration => {
    const isEntry = typeof entry === "object" && entry !== null
    // Medusa also takes a boolean for a module, and the name then tells which one.
    return [name, isEntry ? entry : { ...(name === KEY && { resolve: PAYMENT[0] }), disable: entry === false }]
  })
  if (Array.isArray(modules)) return entries.filter(([, entry]) => entry.key === KEY || isPayment(entry))
  const others = entries.filter(([name, entry]) => name !== KEY && isPayment(entry))
  return [...others, ...entries.filter(([name]) => name === KEY)]
}

const isPayment = ({ resolve, key }: ModuleEntry): boolean => !key && PAYMENT.includes(String(resolve))
const isNamed = (entry: unknown, name: string) => (entry as { resolve?: unknown }).resolve === name
const isPackaged = (entry: ProviderEntry) => isNamed(entry, PROVIDER)

const replaced = (modules: Config["modules"], place: string, entry: ModuleEntry): Config["modules"] => {
  if (!Array.isArray(modules)) return { ...modules, [place]: entry }
  return place === KEY ? [...modules, entry] : modules.map((one, at) => (String(at) === place ? entry : one))
}

const namesOf = ({ options }: ModuleEntry): string =>
  (options?.providers ?? []).map(({ id, resolve }) => id ?? String(resolve)).join(", ")

const LOST =
  "medusa-config registers Medusa's payment module more than once, and Medusa loads only one. Move its providers together. Not loaded:"
const UNUSED =
  "medusa-config already registers this payment provider, so the options of withCryptoPayments are not used. Move them to the provider."

const warn = (sentence: string): void => process.emitWarning(sentence, PACKAGE)
