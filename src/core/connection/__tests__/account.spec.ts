import type { AccountMatch, AskedBy, PresentAccount } from "../account"
import { accountIn, accountOf, isOfAnother, matchAccount } from "../account"

const TEST = { baseUrl: "https://pay.example.com", apiKey: "pk_test_1" }
const LIVE = { baseUrl: "https://pay.example.com", apiKey: "pk_live_1" }
const OTHER_LIVE = { baseUrl: "https://pay.example.com", apiKey: "pk_live_2" }
const OTHER_TEST = { baseUrl: "https://pay.example.org", apiKey: "pk_test_1" }

const askedBy = (settings: typeof TEST): AskedBy => {
  const { testMode, fingerprint } = accountOf(settings)
  return { test_mode: testMode, account: fingerprint }
}

describe("an account", () => {
  it("has a fingerprint that is distinct for each base URL and public key, and shows neither", () => {
    const fingerprints = [TEST, LIVE, OTHER_LIVE, OTHER_TEST].map((one) => accountOf(one).fingerprint)
    expect(new Set(fingerprints).size).toBe(4)
    for (const fingerprint of fingerprints) expect(fingerprint).toMatch(/^[\w-]{43}$/)
    expect(accountOf({ ...TEST }).fingerprint).toBe(fingerprints[0])
    // The same letters, divided differently, must give another fingerprint.
    expect(accountOf({ baseUrl: "a", apiKey: "bc" })).not.toEqual(accountOf({ baseUrl: "ab", apiKey: "c" }))
  })

  it.each([
    ["in test mode if its public key is a test key", TEST, { ...accountOf(TEST), testMode: true }],
    ["live if its public key is none", LIVE, { ...accountOf(LIVE), testMode: false }],
    ["unknown without a base URL", { apiKey: LIVE.apiKey }, undefined],
    ["unknown without a public key", { baseUrl: LIVE.baseUrl }, undefined],
  ])("is %s", (_, settings, account) => expect(accountIn(settings)).toEqual(account))

  it.each([
    ["is left out after new keys", "former", "present", true],
    ["counts while the keys stay", "present", "present", false],
    ["counts if nobody knows whose it is", null, "present", false],
    ["counts while keys are missing", "former", undefined, false],
  ])("of the last event or health check %s", (_, fingerprint, present, another) => {
    expect(isOfAnother(fingerprint, present)).toBe(another)
  })
})

const gone: PresentAccount = "gone"
it.each<[string, AskedBy, PresentAccount, boolean | null, AccountMatch]>([
  ["the same account", askedBy(LIVE), accountOf(LIVE), null, "same"],
  ["the same test account", askedBy(TEST), accountOf(TEST), null, "same"],
  ["the same test account, for an order placed in test mode", askedBy(TEST), accountOf(TEST), true, "same"],
  ["test money after going live", askedBy(TEST), accountOf(LIVE), null, "test_money"],
  ["test money after going live, for an order placed in test mode", askedBy(TEST), accountOf(LIVE), true, "same"],
  ["test money after going live, for an order placed live", askedBy(TEST), accountOf(LIVE), false, "test_money"],
  ["test money while in test mode, for an order placed live", askedBy(TEST), accountOf(TEST), false, "test_money"],
  ["test money while keys are missing, for an order placed live", askedBy(TEST), undefined, false, "test_money"],
  ["live money after new live keys", askedBy(LIVE), accountOf(OTHER_LIVE), null, "other_account"],
  ["live money after going back to test mode", askedBy(LIVE), accountOf(TEST), null, "other_account"],
  ["live money, for an order placed in test mode", askedBy(LIVE), accountOf(OTHER_LIVE), true, "other_account"],
  ["test money of another test account", askedBy(TEST), accountOf(OTHER_TEST), null, "other_account"],
  ["the same, for an order placed in test mode", askedBy(TEST), accountOf(OTHER_TEST), true, "other_account"],
  ["live money while keys are missing", askedBy(LIVE), undefined, null, "same"],
  ["a connection that is gone", askedBy(LIVE), gone, null, "connection_gone"],
  ["test money of a connection that is gone", askedBy(TEST), gone, false, "connection_gone"],
])("the match of a payment with the present account is right: %s", (_, payment, present, placedInTestMode, match) => {
  expect(matchAccount(payment, present, placedInTestMode)).toBe(match)
})
