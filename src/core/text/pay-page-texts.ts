/**
 * The words of the shopper's pay page by name, and the languages it speaks. They are known here, since medusa-config
 * may set any of them and a misspelt name must not pass for one.
 */
export const PAY_PAGE_LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "ja", "zh", "ar"] as const
export type PayPageLanguage = (typeof PAY_PAGE_LANGUAGES)[number]

export const PAY_PAGE_TEXTS = [
  "payWith",
  "order",
  "total",
  "testMode",
  "steps",
  "stepWaiting",
  "stepConfirming",
  "stepPaid",
  "waiting",
  "confirming",
  "confirmations",
  "confirmingHint",
  "confirmingHelp",
  "paid",
  "paidHint",
  "expired",
  "expiredHint",
  "alreadySent",
  "canceled",
  "canceledHint",
  "canceledPaid",
  "notNow",
  "notNowHint",
  "replaced",
  "replacedHint",
  "showNewer",
  "newPrice",
  "moreTime",
  "timeLeft",
  "fiveMinutes",
  "oneMinute",
  "openWallet",
  "scan",
  "qrLabel",
  "sendOnly",
  "sendOnlyWhy",
  "amount",
  "address",
  "copy",
  "copyAmount",
  "copyAddress",
  "copied",
  "copyFailed",
  "rate",
  "rateLocked",
  "otherAsset",
  "otherAssetHint",
  "assetOnNetwork",
  "outNow",
  "chosen",
  "backToShop",
  "offline",
  "refreshes",
  "language",
  "notFound",
  "notFoundHint",
  "tooMany",
  "tryAgain",
  "unavailable",
  "assetOut",
  "notForThis",
  "gone",
  "alreadyPaid",
] as const
export type PayPageTextName = (typeof PAY_PAGE_TEXTS)[number]

/** What a text can have filled in. */
export const PAY_PAGE_BLANKS: Partial<Record<PayPageTextName, readonly string[]>> = {
  payWith: ["asset"],
  order: ["number"],
  confirmations: ["count"],
  qrLabel: ["amount", "asset"],
  sendOnly: ["asset", "network"],
  rate: ["asset", "price"],
  assetOnNetwork: ["asset", "network"],
}

/** Without the network in words a shopper sends on another one, and the money is lost. */
const NEVER_WITHOUT: readonly PayPageTextName[] = ["sendOnly", "assetOnNetwork"]

/** @returns what is wrong with a store's own words for a text; undefined where nothing is */
export function problemOfText(name: PayPageTextName, text: string): string | undefined {
  const blanks = PAY_PAGE_BLANKS[name] ?? []
  const used = [...text.matchAll(/\{(\w+)\}/g)].map(([, blank]) => blank as string)
  const unknown = used.find((blank) => !blanks.includes(blank))
  const missing = NEVER_WITHOUT.includes(name) ? blanks.find((blank) => !used.includes(blank)) : undefined
  if (text.trim() === "") return `says nothing for ${name}`
  if (unknown !== undefined) return `has {${unknown}} in ${name}, where nothing is filled in for it`
  if (missing !== undefined) return `lacks {${missing}} in ${name}, which shoppers must be told`
  return undefined
}

/** Every text of one language; `{name}` in it is filled in when it is shown. */
export type PayPageTexts = Record<PayPageTextName, string>

/** What a store says in its own words. */
export type PayPageTextChanges = Partial<Record<PayPageLanguage, Partial<PayPageTexts>>>
