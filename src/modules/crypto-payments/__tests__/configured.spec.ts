import { judgeSetup } from "../../../core/connection/setup"
import { setupFacts, type WholeConfig } from "../connections/configured"
import { refusalOfMedusa } from "../medusa-version"

const PAYMENT = {
  options: {
    providers: [
      { resolve: "./src/providers/crypto", id: "default", options: { storefrontUrl: "https://shop.example.com/de" } },
      { resolve: "./src/providers/crypto", id: "second", options: { storefrontUrl: "no address" } },
      { resolve: "@medusajs/medusa/payment-stripe", id: "stripe", options: { apiKey: "sk_of_stripe" } },
    ],
  },
}
const BUS = { event_bus: { resolve: "@medusajs/medusa/event-bus-redis" } }
const ENGINE = { workflows: { resolve: "@medusajs/medusa/workflow-engine-redis" } }
const locking = (...providers: object[]) => ({ locking: { options: { providers } } })

const facts = (modules: object = {}, config: WholeConfig = {}) =>
  setupFacts({ ...config, modules: { payment: PAYMENT, ...modules } }, {})

describe("setupFacts", () => {
  it("returns the plugin's providers, their storefronts, and its options without Medusa's own", () => {
    const config = { modules: { payment: PAYMENT }, projectConfig: { http: { storeCors: "http://localhost:8000" } } }
    const told = setupFacts(config, { encryptionKey: "a key", database: { clientUrl: "postgres://" } })
    expect(told.providers.map(({ id }) => id)).toEqual(["default", "second"])
    expect(told).toMatchObject({ moduleRegistered: true, storefrontUrls: ["https://shop.example.com/de"] })
    expect(told.pluginOptions).toEqual({ encryptionKey: "a key" })
    expect(told.storeCors).toBe("http://localhost:8000")
  })

  it("returns the names of settings that are next to the options instead of inside", () => {
    const own = { resolve: "./src/providers/crypto", id: "default", apiKey: "pk_test_x" }
    const modules = { payment: { options: { providers: [own] } } }
    const plugins = ["./src", { resolve: "./src", encryptionKey: "a key" }, { resolve: "./src/admin", apiKey: "x" }]
    const told = setupFacts({ modules, plugins }, {})
    expect(told.providers).toEqual([{ id: "default", options: undefined, beside: ["resolve", "id", "apiKey"] }])
    expect(told.besidePluginOptions).toEqual(["resolve", "resolve", "encryptionKey"])
  })

  it("accepts an empty medusa-config", () => {
    expect(setupFacts({}, undefined)).toMatchObject({ moduleRegistered: false, providers: [], storeCors: "*" })
  })

  it.each<[string, object, WholeConfig["projectConfig"], boolean]>([
    ["one process", {}, {}, false],
    ["the worker mode server, which every command has", {}, { workerMode: "server" }, false],
    ["the worker mode worker", {}, { workerMode: "worker" }, true],
    ["an event bus that processes share", BUS, {}, true],
    ["a workflow engine that processes share", ENGINE, {}, true],
  ])("gives the facts to judge if %s needs shared locks: %#", (_, modules, projectConfig, needed) => {
    const codes = (more: object) =>
      judgeSetup(facts({ ...modules, ...more }, { projectConfig: projectConfig ?? {} }))
        .map(({ code }) => code)
        .filter((code) => code === "locks_not_shared")
    expect(codes({})).toEqual(needed ? ["locks_not_shared"] : [])
    expect(codes(locking({ id: "postgres" }))).toEqual([])
    expect(codes(locking({ id: "postgres", is_default: true }, { id: "redis" }))).toEqual([])
    expect(codes(locking({ id: "postgres" }, { id: "redis" }))).toEqual(needed ? ["locks_not_shared"] : [])
  })
})

const TOO_OLD = ["2.17.1", "2.9.3", "1.20.0", "2.16.0-preview-20260101"]
const NEW_ENOUGH = ["2.17.2", "2.18.0", "2.21.2", "3.0.0", undefined]
it.each([...TOO_OLD, ...NEW_ENOUGH])("the version of Medusa %s is accepted, or too old", (version) => {
  const refusal = `medusa-payment-crypto needs Medusa 2.17.2 or later, and this is Medusa ${version}. Update all @medusajs packages.`
  expect(refusalOfMedusa(version)).toBe(TOO_OLD.includes(`${version}`) ? refusal : undefined)
})
