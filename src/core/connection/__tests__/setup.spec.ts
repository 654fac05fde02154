import packageAsProvider from "../../../index"
import { judgeSetup, SETUP_WORDS, type SetupFacts, setupSentence } from "../setup"

const RIGHT: SetupFacts = {
  moduleRegistered: true,
  pluginOptions: { encryptionKey: "a key" },
  besidePluginOptions: ["resolve"],
  providers: [
    { id: "default", options: { baseUrl: "https://pay.example.com" }, beside: ["resolve", "id", "is_default"] },
  ],
  storefrontUrls: ["https://shop.example.com/de"],
  storeCors: "http://localhost:8000,https://shop.example.com",
  severalProcesses: false,
  sharedLocks: false,
}

const said = (facts: Partial<SetupFacts>) => judgeSetup({ ...RIGHT, ...facts })

describe("the setup in medusa-config", () => {
  it("has no problem if it follows the README", () => {
    expect(judgeSetup(RIGHT)).toEqual([])
    expect(said({ severalProcesses: true, sharedLocks: true, pluginOptions: undefined })).toEqual([])
  })

  it.each<[string, Partial<SetupFacts>]>([
    ["plugin_missing", { moduleRegistered: false }],
    ["provider_missing", { providers: [] }],
    ["provider_without_id", { providers: [{ options: {}, beside: [] }] }],
    ["locks_not_shared", { severalProcesses: true }],
  ])("has the problem %s", (code, facts) => {
    expect(said(facts)).toEqual([{ code, detail: null }])
  })

  it("has no problem without plugin and provider, as in a store that removed them", () => {
    expect(said({ moduleRegistered: false, providers: [], pluginOptions: undefined })).toEqual([])
  })

  it.each([
    ["baseURL", "unknown_option", /^baseURL of the provider "shop"$/],
    ["encryptionKey", "misplaced_option", "belongs to the options of the plugin"],
  ])("reports the wrong option %s of a provider, without its value", (name, code, detail) => {
    const problems = said({ providers: [{ id: "shop", options: { [name]: "sk_test_canary" }, beside: [] }] })
    expect(problems).toEqual([{ code, detail: expect.stringMatching(detail) }])
    expect(JSON.stringify(problems)).not.toContain("canary")
  })

  it.each([
    ["apiKey", "misplaced_option", "apiKey of the plugin belongs to the options of the payment provider"],
    ["colour", "unknown_option", /^colour of the plugin$/],
  ])("reports the wrong option %s of the plugin", (name, code, detail) => {
    expect(said({ pluginOptions: { [name]: "x" } })).toEqual([{ code, detail: expect.stringMatching(detail) }])
  })

  const shop = (...beside: string[]) => ({ providers: [{ id: "shop", beside }] })
  it.each([
    ['apiKey of the provider "shop" belongs inside of its options', shop("resolve", "id", "apiKey")],
    [
      "encryptionKey of the plugin belongs inside of its options",
      { besidePluginOptions: ["resolve", "encryptionKey"] },
    ],
    ['encryptionKey of the provider "shop" belongs to the options of the plugin', shop("encryptionKey")],
    ["apiKey of the plugin belongs to the options of the payment provider", { besidePluginOptions: ["apiKey"] }],
  ])("reports an option that is next to the options object and not inside it: %s", (detail, facts) => {
    expect(said(facts)).toEqual([{ code: "misplaced_option", detail }])
  })

  it.each([null, undefined, "text", 7])("finds no options in %j", (pluginOptions) => {
    expect(said({ pluginOptions })).toEqual([])
  })

  it("treats a provider without an id as the default provider", () => {
    const [, unknown] = said({ providers: [{ options: { colour: "red" }, beside: [] }] })
    expect(unknown).toEqual({ code: "unknown_option", detail: 'colour of the provider "default"' })
  })

  it.each([
    ["https://shop.example.com", true],
    ["http://localhost, https://shop.example.com", true],
    ["/SHOP/i", true],
    ["/SHOP/", false],
    ["/shop/ no", false],
    ["*", true],
    ["/\\.example\\.com$/", true],
    ["https://shop.example.com/", false],
    ["http://shop.example.com", false],
    ["/(/", false],
    ["", false],
  ])("with STORE_CORS %j allows the storefront: %j", (storeCors, allowed) => {
    const problem = { code: "storefront_not_in_cors", detail: "https://shop.example.com" }
    expect(said({ storeCors })).toEqual(allowed ? [] : [problem])
  })

  it("stops the server if the package itself is resolved as the provider", () => {
    const [provider] = packageAsProvider.services
    expect(() => provider?.validateOptions()).toThrow(SETUP_WORDS.package_as_provider)
  })

  it("has its problems described in a sentence, with their detail", () => {
    expect(setupSentence({ code: "unknown_option", detail: "colour of the plugin" })).toMatch(
      /options\. \(colour of the plugin\)$/,
    )
    expect(setupSentence({ code: "plugin_missing", detail: null })).toMatch(/medusa-config\.$/)
  })
})
