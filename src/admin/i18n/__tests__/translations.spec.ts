import { readFileSync } from "node:fs"
import { join } from "node:path"
// biome-ignore lint/correctness/noUndeclaredDependencies: the test must use the copy of Medusa's dashboard
import i18next from "i18next"
import { CHECK_FAILURES, TEST_SENTENCES } from "../../../core/connection/connection-test"
import { HEALTH_WORDS } from "../../../core/connection/health"
import { SETUP_WORDS, type SetupCode } from "../../../core/connection/setup"
import { ATTENTION_REASONS, ATTENTION_WORDS, PART_OF_UNCLEARED } from "../../../core/payment/attention-reasons"
import { ADMIN_ERRORS, OF_SEVERAL } from "../../../core/text/admin-errors"
import { languageTag } from "../../lib/format"
import resources from ".."

type Tree = { [key: string]: string | Tree }
type Language = keyof typeof resources

const LANGUAGES = (Object.keys(resources) as Language[]).filter((language) => language !== "en")

/** Terms that stay English, because people look for them in the service's English dashboard. */
const NAMES = ["Logo", "API key", "Secret key", "Endpoint secret", "Webhook", "URL", "{{ms}} ms"]

const COMMON: Partial<Record<Language, string[]>> = {
  de: ["Status", "Live", "Test", "Details"],
  fr: [
    ...["Mode", "Service", "Test", "Note", "Transaction"],
    ...["Confirmations", "{{count}} confirmation", "{{count}} confirmations"],
  ],
  it: ["Live", "Checkout", "Test"],
  ptBR: ["Status", "Checkout"],
  nl: ["Status", "Live", "Provider", "E-mail", "Test", "Details"],
  pl: ["Status", "E-mail", "Test"],
}

const leaves = (tree: Tree, path = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as [string, string]] : leaves(value, `${path}${key}.`),
  )
const textsOf = (language: Language) => new Map(leaves(resources[language].cryptoPayments))

/** The mistakes that health shows: it shows a missing provider otherwise, and the others are of `doctor`. */
const SETUP_CODES = (Object.keys(SETUP_WORDS) as SetupCode[]).filter(
  (code) => code !== "provider_missing" && code !== "package_as_provider",
)

/** The server's English messages of attention reasons and health problems. */
const messages = (group: string, words: Record<string, string>) =>
  Object.entries(words).map(([code, message]) => [`${group}.reasons.${code}.message`, message] as const)
const english = new Map([
  ...textsOf("en"),
  ...Object.entries(ATTENTION_REASONS).map(([code, { title }]) => [`attention.reasons.${code}.title`, title] as const),
  ...messages("attention", ATTENTION_WORDS),
  ["attention.partOfUncleared", PART_OF_UNCLEARED],
  ...messages("health", HEALTH_WORDS),
  ...SETUP_CODES.map((code) => [`health.setup.${code}`, SETUP_WORDS[code]] as const),
  ...Object.entries(TEST_SENTENCES).map(([code, sentence]) => [`settings.test.sentences.${code}`, sentence] as const),
  ...Object.entries(CHECK_FAILURES).map(([code, sentence]) => [`payment.checkFailures.${code}`, sentence] as const),
  ...Object.entries(ADMIN_ERRORS).map(([code, [, sentence]]) => [`refusals.${code}`, sentence] as const),
  ...Object.entries(OF_SEVERAL).map(([code, sentence]) => [`refusals.${code}_several`, sentence] as const),
])
const counted = [...english.keys()].filter((key) => key.endsWith("_one")).map((key) => key.slice(0, -"_one".length))
const isForm = (key: string) => counted.some((base) => key.startsWith(`${base}_`) || key === base)
const plain = (keys: Iterable<string>) => [...keys].filter((key) => !isForm(key)).sort()

/** Enough numbers for the plural rules of these languages, which depend on the last two digits. */
const COUNTS = Array.from({ length: 130 }, (_, count) => count)
/** The plural forms of a language, without a `many` that only applies to whole millions. */
const formsOf = (code: string) => {
  const rules = new Intl.PluralRules(code)
  const used = new Set(COUNTS.map((count) => rules.select(count)))
  return rules.resolvedOptions().pluralCategories.filter((form) => form !== "many" || used.has("many"))
}

const slots = (text: string) => (text.match(/\{\{\w+\}\}|<\w+ \/>/g) ?? []).sort()
/** The English text behind a key of another language. */
const originOf = (key: string) => {
  const base = counted.find((one) => key === one || key.startsWith(`${one}_`))
  return english.get(base === undefined ? key : `${base}_${key.endsWith("_one") ? "one" : "other"}`) ?? ""
}

describe.each(LANGUAGES)("the admin in the language %s", (language) => {
  const texts = textsOf(language)

  it("has the same texts as in English, and none is empty", () => {
    expect(plain(texts.keys())).toEqual(plain(english.keys()))
    expect([...texts].filter(([, text]) => text.trim() === "")).toEqual([])
  })

  it("has each counted text in every plural form of the language", () => {
    // `Intl.PluralRules` does not know Medusa's name "ptBR", so i18next looks for a key without a plural form.
    const bare = language === "ptBR" ? counted : []
    const wanted = counted.flatMap((base) => formsOf(languageTag(language)).map((form) => `${base}_${form}`))
    expect([...texts.keys()].filter(isForm).sort()).toEqual([...wanted, ...bare].sort())
  })

  it("has the same placeholders as the English text", () => {
    // The singular text often leaves out the number.
    const isFreeOfCount = (key: string) => isForm(key) && (key.endsWith("_one") || counted.includes(key))
    const all = (key: string, text: string) => `${slots(text)}` === `${slots(originOf(key))}`
    const may = (key: string, text: string) =>
      isFreeOfCount(key) ? slots(text).every((slot) => slot === "{{count}}") : all(key, text)
    expect([...texts].filter(([key, text]) => !may(key, text))).toEqual([])
  })

  it("has English texts only for names and for words that both languages share", () => {
    const allowed = [...NAMES, ...(COMMON[language] ?? [])]
    expect([...texts].filter(([key, text]) => text === originOf(key) && !allowed.includes(text))).toEqual([])
  })

  it("has its own text for every count, with the lookup of Medusa's admin", async () => {
    const i18n = i18next.createInstance()
    await i18n.init({ lng: language, fallbackLng: "en", supportedLngs: Object.keys(resources), resources })
    const t = i18n.getFixedT(language, "cryptoPayments")
    const own = (base: string) => [...texts].filter(([key]) => key === base || key.startsWith(`${base}_`))
    const spoken = (base: string, count: number) =>
      own(base).some(([, text]) => text.replace("{{count}}", `${count}`) === t(base, { count }))
    const misses = counted.flatMap((base) => COUNTS.filter((count) => !spoken(base, count)).map((n) => `${base} ${n}`))
    expect(misses).toEqual([])
  })
})

it("has an English title for every health problem", () => {
  const titled = [...textsOf("en").keys()].filter((key) => key.startsWith("health.reasons."))
  const titles = Object.keys(HEALTH_WORDS).map((code) => `health.reasons.${code}.title`)
  expect(titled.sort()).toEqual(titles.sort())
})

it("names no page of the docs, which people who use only the admin do not have", () => {
  expect([...english.values()].filter((text) => text.includes("docs/"))).toEqual([])
})

it("uses the language codes of Medusa's admin", () => {
  const dashboard = join(__dirname, "../../../../node_modules/@medusajs/dashboard/src/i18n/languages.ts")
  const known = [...readFileSync(dashboard, "utf8").matchAll(/code: "(\w+)"/g)].map(([, code]) => code)
  expect(Object.keys(resources).filter((language) => !known.includes(language))).toEqual([])
})
