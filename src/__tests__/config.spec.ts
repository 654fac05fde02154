import { defineConfig } from "@medusajs/framework/utils"
import { withCryptoPayments } from "../config"

const STRIPE = { resolve: "@medusajs/medusa/payment-stripe", id: "stripe", options: { apiKey: "sk" } }
const PAYPAL = { resolve: "./paypal", id: "paypal" }
const OURS = { resolve: "medusa-payment-crypto/providers/crypto", id: "default", options: {} }
const OWN = { ...OURS, id: "live", options: { watchDays: 3 } }
const BY_PATH = { resolve: "./src/providers/crypto", id: "test" }
const payment = (...providers: object[]) => ({
  resolve: "@medusajs/medusa/payment",
  options: { providers, cloud: { api_key: "k" } },
})
const SCANNER = { resolve: "@medusajs/medusa/file" }

type Told = { modules: Record<string, { options?: { providers: object[] } }>; plugins: { resolve: string }[] }

describe("withCryptoPayments", () => {
  const warned = jest.spyOn(process, "emitWarning").mockImplementation(() => undefined)
  beforeEach(() => warned.mockClear())
  afterAll(() => warned.mockRestore())

  it.each<[what: string, modules: unknown, providers: object[], warnings: RegExp[]]>([
    ["no modules", undefined, [OURS], []],
    ["an array without payments", [SCANNER], [OURS], []],
    ["an array with a payment module", [payment(STRIPE, PAYPAL), SCANNER], [STRIPE, PAYPAL, OURS], []],
    ["the payment module by its key", { payment: payment(STRIPE) }, [STRIPE, OURS], []],
    ["the payment module without options", { payment: { resolve: "@medusajs/medusa/payment" } }, [OURS], []],
    ["the payment module as true", { payment: true }, [OURS], []],
    ["another module as false", { translation: false }, [OURS], []],
    ["its provider in it", [payment(STRIPE, OWN)], [STRIPE, OWN], []],
    ["its provider by a path", [payment(BY_PATH)], [BY_PATH], []],
    ["a disabled payment module", { payment: false }, [OURS], [/disables .* nobody can pay/]],
  ])("keeps %s, before defineConfig and after it", (_, modules, providers, warnings) => {
    const given = { ...(modules !== undefined && { modules }) } as object
    const once = defineConfig(withCryptoPayments(structuredClone(given))) as unknown as Told
    const said = warned.mock.calls.map(([sentence]) => String(sentence))
    const after = withCryptoPayments(defineConfig(structuredClone(given))) as unknown as Told
    for (const { modules, plugins } of [once, after]) {
      expect(modules.payment?.options?.providers).toEqual(providers)
      expect(modules.file).toBeDefined()
      expect(plugins.map(({ resolve }) => resolve)).toEqual(["@medusajs/draft-order", "medusa-payment-crypto"])
    }
    expect(said).toEqual(warnings.map((words) => expect.stringMatching(words)))
  })

  const LOST = /loads only one\. .* Not loaded: stripe, paypal of the payment module/
  it.each<[what: string, modules: object]>([
    ["an earlier payment module of an array", [payment(STRIPE, PAYPAL), payment()]],
    ["one that has another key", { payment: payment(), mine: payment(STRIPE, PAYPAL) }],
  ])("warns of the providers in %s, which Medusa does not load", (_, modules) => {
    withCryptoPayments({ modules })
    expect(warned.mock.calls).toEqual([[expect.stringMatching(LOST), "medusa-payment-crypto"]])
  })

  it("keeps other plugins and options of modules, lists itself once, and changes nothing that it is given", () => {
    const plugins = ["@acme/one", { resolve: "medusa-payment-crypto", options: { encryptionKey: "k" } }]
    const given = { plugins, admin: { disable: true }, modules: [SCANNER, payment(STRIPE)] }
    const before = structuredClone(given)
    const told = withCryptoPayments(given, { watchDays: 7 })
    expect(told).toEqual({ ...given, modules: [SCANNER, payment(STRIPE, { ...OURS, options: { watchDays: 7 } })] })
    expect(withCryptoPayments(told)).toEqual(told)
    expect(withCryptoPayments({ plugins: ["medusa-payment-crypto"] }).plugins).toEqual(["medusa-payment-crypto"])
    expect(given).toEqual(before)
    expect(warned).not.toHaveBeenCalled()
  })

  it("warns if its options are not used, because the provider is registered", () => {
    withCryptoPayments({ modules: [payment(OWN)] }, { watchDays: 7 })
    expect(warned.mock.calls).toEqual([[expect.stringMatching(/are not used\. Move them/), "medusa-payment-crypto"]])
  })
})
