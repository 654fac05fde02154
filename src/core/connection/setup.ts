import { SETTINGS } from "./setting-table"

/** @property detail what it is about: an option, an id, an address */
export type SetupProblem = { code: SetupCode; detail: string | null }

export type SetupFacts = {
  moduleRegistered: boolean
  pluginOptions: unknown
  besidePluginOptions: readonly string[]
  providers: readonly { id?: string | undefined; options?: unknown; beside: readonly string[] }[]
  /** Public addresses of storefronts that the connections name. */
  storefrontUrls: readonly string[]
  /** `http.storeCors`: origins, and regular expressions between slashes, comma-separated. */
  storeCors: string
  severalProcesses: boolean
  sharedLocks: boolean
}

/** Finds mistakes in medusa-config, worst first. It needs no database. */
export function judgeSetup(facts: SetupFacts): SetupProblem[] {
  const { moduleRegistered, providers, storefrontUrls, storeCors } = facts
  const problems: SetupProblem[] = []
  if (!moduleRegistered && providers.length > 0) problems.push({ code: "plugin_missing", detail: null })
  if (moduleRegistered && providers.length === 0) problems.push({ code: "provider_missing", detail: null })
  if (providers.some(({ id }) => !id)) problems.push({ code: "provider_without_id", detail: null })
  for (const { id = "default", options, beside } of providers) {
    const place = { name: `the provider "${id}"`, takesKey: false, other: "the plugin" }
    problems.push(...wrongOptions(namesOf(options), place, false), ...wrongOptions(beside, place, true))
  }
  const plugin = { name: "the plugin", takesKey: true, other: "the payment provider" }
  problems.push(...wrongOptions(namesOf(facts.pluginOptions), plugin, false))
  problems.push(...wrongOptions(facts.besidePluginOptions, plugin, true))
  for (const url of new Set(storefrontUrls)) {
    if (!allows(storeCors, url)) problems.push({ code: "storefront_not_in_cors", detail: new URL(url).origin })
  }
  if (facts.severalProcesses && !facts.sharedLocks) problems.push({ code: "locks_not_shared", detail: null })
  return problems
}

const namesOf = (options: unknown): string[] =>
  typeof options === "object" && options !== null ? Object.keys(options) : []

/** An entry of medusa-config; the options that it does not take belong to `other`. */
type Place = { name: string; takesKey: boolean; other: string }

/** Options at `place` that do not exist, or that belong elsewhere. Beside `options`, an unknown name is Medusa's. */
const wrongOptions = (names: readonly string[], place: Place, beside: boolean): SetupProblem[] =>
  names.flatMap((option): SetupProblem[] => {
    const isKnown = NAMES.includes(option)
    const given = `${option} of ${place.name}`
    if (isKnown && place.takesKey !== (option === ENCRYPTION_KEY)) {
      return [{ code: "misplaced_option", detail: `${given} belongs to the options of ${place.other}` }]
    }
    if (beside) return isKnown ? [{ code: "misplaced_option", detail: `${given} belongs inside of its options` }] : []
    return isKnown ? [] : [{ code: "unknown_option", detail: given }]
  })

/** Whether Medusa's list of origins allows that of `url`. A regular expression that does not compile allows nothing. */
function allows(cors: string, url: string): boolean {
  const { origin } = new URL(url)
  return cors.split(",").some((entry) => {
    const wanted = entry.trim()
    const expression = /^\/(.*)\/([a-z]*)$/.exec(wanted)
    if (!expression) return wanted === "*" || wanted === origin
    try {
      return new RegExp(expression[1] as string, expression[2]).test(origin)
    } catch {
      return false
    }
  })
}

export const setupSentence = ({ code, detail }: SetupProblem): string =>
  detail ? `${SETUP_WORDS[code]} (${detail})` : SETUP_WORDS[code]

/** The plugin's own option; all others are the provider's. */
export const ENCRYPTION_KEY = "encryptionKey"
export const ENCRYPTION_KEY_VARIABLE = "CRYPTO_PAYMENTS_ENCRYPTION_KEY"

const NAMES: readonly string[] = [...Object.keys(SETTINGS), ENCRYPTION_KEY]

/** What a fresh installation can get wrong, with the words for the log, the health page and `doctor`. */
export const SETUP_WORDS = {
  plugin_missing:
    'medusa-config registers the payment provider but not the plugin, so every payment fails. Add { resolve: "medusa-payment-crypto", options: {} } to "plugins" in medusa-config.',
  provider_missing:
    'medusa-config registers the plugin but not its payment provider, so nobody can pay with crypto. Add { resolve: "medusa-payment-crypto/providers/crypto", id: "default", options: {…} } to the providers of "@medusajs/medusa/payment" in medusa-config.',
  provider_without_id:
    'A payment provider of this plugin has no id in medusa-config, so no region can offer it. Add id: "default" below its resolve, and run `npx medusa db:migrate`.',
  package_as_provider:
    'medusa-config resolves "medusa-payment-crypto" as a payment provider. That is the plugin; its provider is resolve: "medusa-payment-crypto/providers/crypto".',
  unknown_option: "medusa-config has an option that does not exist, and ignores it. Correct its name, or remove it.",
  misplaced_option: "medusa-config has an option in the wrong place. It is ignored.",
  migrations_missing:
    "The plugin's tables are missing or older than its code, so no payment works. Run `npx medusa db:migrate` and restart Medusa.",
  provider_in_no_region:
    "No region has the payment provider, so shoppers cannot choose it. Add it to a region in Medusa's admin under Settings, Regions.",
  storefront_not_in_cors:
    "STORE_CORS lacks the origin of the storefront, so shoppers' browsers cannot call this server from there. Add the origin to STORE_CORS.",
  locks_not_shared:
    "Several Medusa processes run, and each keeps its locks in its own memory. Configure a locking provider that they share in medusa-config, for example @medusajs/medusa/locking-redis.",
} as const

export type SetupCode = keyof typeof SETUP_WORDS
