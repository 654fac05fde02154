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
  ...{ severalProcesses: false, sharedLocks: false },
}

const said = (facts: Partial<SetupFacts>) => judgeSetup({ ...RIGHT, ...facts })

describe("the setup in medusa-config", () => {
  it("has no problem if it follows the README", () => {
    expect(judgeSetup(RIGHT)).toEqual([])
    expect(said({ severalProcesses: true, sharedLocks: true, pluginOptions: undefined })).toEqual([])
  })

  const provider = (options: object, id?: string) => ({ providers: [{ ...(id && { id }), options, beside: [] }] })
  const shop = (...beside: string[]) => ({ providers: [{ id: "shop", beside }] })
  const plugin = (...besidePluginOptions: string[]) => ({ besidePluginOptions })
  const removed = { moduleRegistered: false, providers: [], pluginOptions: undefined }
  const OF_SHOP = 'of the provider "shop"'
  const TO_PLUGIN = "belongs to the options of the plugin"
  const INSIDE = "belongs inside of its options"
  const TO_PROVIDER = "belongs to the options of the payment provider"

  it.each<[Partial<SetupFacts>, string[]]>([
    [{ moduleRegistered: false }, ["plugin_missing"]],
    [{ providers: [] }, ["provider_missing"]],
    ...[null, undefined, "text", 7].map((pluginOptions): [object, string[]] => [{ pluginOptions }, []]),
    // A store that removed both.
    [removed, []],
    [provider({}), ["provider_without_id"]],
    [provider({ colour: "red" }), ["provider_without_id", 'unknown_option: colour of the provider "default"']],
    [{ severalProcesses: true }, ["locks_not_shared"]],
    [provider({ baseURL: "x" }, "shop"), ['unknown_option: baseURL of the provider "shop"']],
    [{ pluginOptions: { colour: "x" } }, ["unknown_option: colour of the plugin"]],
    [provider({ encryptionKey: "x" }, "shop"), [`misplaced_option: encryptionKey ${OF_SHOP} ${TO_PLUGIN}`]],
    [{ pluginOptions: { apiKey: "x" } }, [`misplaced_option: apiKey of the plugin ${TO_PROVIDER}`]],
    [shop("id", "apiKey"), [`misplaced_option: apiKey ${OF_SHOP} ${INSIDE}`]],
    [plugin("resolve", "encryptionKey"), [`misplaced_option: encryptionKey of the plugin ${INSIDE}`]],
    [shop("encryptionKey"), [`misplaced_option: encryptionKey ${OF_SHOP} ${TO_PLUGIN}`]],
    [plugin("apiKey"), [`misplaced_option: apiKey of the plugin ${TO_PROVIDER}`]],
  ])("with %j has exactly the problems %j", (facts, problems) => {
    const found = said(facts).map(({ code, detail }) => (detail === null ? code : `${code}: ${detail}`))
    expect(found).toEqual(problems)
  })

  const ALLOWED = ["https://shop.example.com", "http://localhost, https://shop.example.com", "/SHOP/i", "*"]
  const OTHERS = ["/SHOP/", "/shop/ no", "https://shop.example.com/", "http://shop.example.com", "/(/", ""]
  it.each([
    ...[...ALLOWED, "/\\.example\\.com$/"].map((storeCors): [string, boolean] => [storeCors, true]),
    ...OTHERS.map((storeCors): [string, boolean] => [storeCors, false]),
  ])("with STORE_CORS %j allows the storefront: %j", (storeCors, allowed) => {
    const problem = { code: "storefront_not_in_cors", detail: "https://shop.example.com" }
    expect(said({ storeCors })).toEqual(allowed ? [] : [problem])
  })

  it("stops the server if the package itself is resolved as the provider", () => {
    const [provider] = packageAsProvider.services
    expect(() => provider?.validateOptions()).toThrow(SETUP_WORDS.package_as_provider)
  })

  it("has its problems described in a sentence, with their detail", () => {
    const sentence = setupSentence({ code: "unknown_option", detail: "colour of the plugin" })
    expect(sentence).toMatch(/remove it\. \(colour of the plugin\)$/)
    expect(setupSentence({ code: "plugin_missing", detail: null })).toMatch(/medusa-config\.$/)
  })
})
