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

/** Every text of one language; `{name}` in it is filled in when it is shown. */
export type PayPageTexts = Record<PayPageTextName, string>

/** What a store says in its own words. */
export type PayPageTextChanges = Partial<Record<PayPageLanguage, Partial<PayPageTexts>>>
