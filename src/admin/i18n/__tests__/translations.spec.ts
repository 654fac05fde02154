import { readFileSync } from "node:fs"
import { join } from "node:path"
// biome-ignore lint/correctness/noUndeclaredDependencies: the one that Medusa's dashboard brings is the one that counts
import i18next from "i18next"
import resources from ".."

type Tree = { [key: string]: string | Tree }
type Language = keyof typeof resources

const CODES: Record<Exclude<Language, "en">, string> = {
  de: "de",
  fr: "fr",
  es: "es",
  it: "it",
  ptBR: "pt-BR",
  nl: "nl",
  pl: "pl",
  ja: "ja",
}
const LANGUAGES = Object.entries(CODES) as [Exclude<Language, "en">, string][]

/** Names, and words of the field that are looked for in the dashboard of the service, which has them in English. */
const NAMES = [
  ...["Bitcoin", "Litecoin", "Dogecoin", "Dash", "Base", "Polygon"],
  ...["API key", "Secret key", "Endpoint secret", "Webhook", "URL", "{{ms}} ms"],
]

/** Words that the language has in common with English. */
const COMMON: Record<Exclude<Language, "en">, string[]> = {
  de: ["Status", "Live", "Test", "Details"],
  fr: [
    ...["Mode", "Service", "Test", "Note", "Transaction"],
    ...["Confirmations", "{{count}} confirmation", "{{count}} confirmations"],
  ],
  es: [],
  it: ["Live", "Checkout", "Test"],
  ptBR: ["Status", "Checkout"],
  nl: ["Status", "Live", "Provider", "E-mail", "Test", "Details"],
  pl: ["Status", "E-mail", "Test"],
  ja: [],
}

const leaves = (tree: Tree, path = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as [string, string]] : leaves(value, `${path}${key}.`),
  )
const textsOf = (language: Language) => new Map(leaves(resources[language].cryptoPayments))

const english = textsOf("en")
/** The keys that a count goes into, without their form. */
const counted = [...english.keys()].filter((key) => key.endsWith("_one")).map((key) => key.slice(0, -"_one".length))
const isForm = (key: string) => counted.some((base) => key.startsWith(`${base}_`) || key === base)
const plain = (keys: Iterable<string>) => [...keys].filter((key) => !isForm(key)).sort()

/** The rules of these languages look at the last two digits, or at whole millions. */
const COUNTS = Array.from({ length: 130 }, (_, count) => count)
/** The forms of a language, but `many` where it is for whole millions only. */
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

describe.each(LANGUAGES)("the admin in the language %s", (language, code) => {
  const texts = textsOf(language)

  it("has the same texts as in English", () => {
    expect(plain(texts.keys())).toEqual(plain(english.keys()))
  })

  it("has each counted text in every plural form of the language", () => {
    const bare = language === "ptBR" ? counted : []
    const wanted = [...counted.flatMap((base) => formsOf(code).map((form) => `${base}_${form}`)), ...bare]
    expect([...texts.keys()].filter(isForm).sort()).toEqual(wanted.sort())
  })

  it("says nothing with an empty text", () => {
    expect([...texts].filter(([, text]) => text.trim() === "")).toEqual([])
  })

  it("leaves a place for everything that the English text has a place for", () => {
    // One is often said without its number.
    const isFreeOfCount = (key: string) => isForm(key) && (key.endsWith("_one") || counted.includes(key))
    const may = (key: string, text: string) =>
      isFreeOfCount(key)
        ? slots(text).every((slot) => slot === "{{count}}")
        : `${slots(text)}` === `${slots(originOf(key))}`
    expect([...texts].filter(([key, text]) => !may(key, text))).toEqual([])
  })

  it("is English nowhere but in names and in words that both languages have", () => {
    const allowed = [...NAMES, ...COMMON[language]]
    expect([...texts].filter(([key, text]) => text === originOf(key) && !allowed.includes(text))).toEqual([])
  })

  it("finds a text of its own for every count, as Medusa's admin looks for it", async () => {
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

it("counts in Polish as Poles do, and in Japanese with one form", async () => {
  const i18n = i18next.createInstance()
  await i18n.init({ lng: "pl", fallbackLng: "en", resources })
  const polish = i18n.getFixedT("pl", "cryptoPayments")
  const japanese = i18n.getFixedT("ja", "cryptoPayments")
  expect([1, 3, 5, 12, 22].map((count) => polish("payments.confirmations", { count }))).toEqual([
    "1 potwierdzenie",
    "3 potwierdzenia",
    "5 potwierdzeń",
    "12 potwierdzeń",
    "22 potwierdzenia",
  ])
  expect([1, 2].map((count) => japanese("payments.confirmations", { count }))).toEqual(["承認1回", "承認2回"])
})

it("takes the languages by names that Medusa's admin has", () => {
  const dashboard = join(__dirname, "../../../../node_modules/@medusajs/dashboard/src/i18n/languages.ts")
  const known = [...readFileSync(dashboard, "utf8").matchAll(/code: "(\w+)"/g)].map(([, code]) => code)
  expect(Object.keys(resources).filter((language) => !known.includes(language))).toEqual([])
})
