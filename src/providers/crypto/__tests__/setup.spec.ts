import { container } from "@medusajs/framework"
import { asValue } from "@medusajs/framework/awilix"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { CryptoPaymentProvider } from "../service"

const entryOf = (id: string, options: object) => ({ resolve: { services: [CryptoPaymentProvider] }, id, options })

describe("wrong options of one of two providers", () => {
  const [right, wrong] = [{ baseUrl: "https://pay.example.com" }, { baseUrl: "pay.example.com" }]
  const register = (providers: object[]) =>
    container.register(
      ContainerRegistrationKeys.CONFIG_MODULE,
      asValue({ modules: { payment: { options: { providers } }, crypto_payments: {} } }),
    )
  const refusalOf = (options: object): string => {
    try {
      CryptoPaymentProvider.validateOptions(options as Record<string, unknown>)
      return "accepted"
    } catch (error) {
      return (error as Error).message
    }
  }

  it("are refused with the name of that provider, and without a variable that only the default one reads", () => {
    register([entryOf("default", right), entryOf("live", wrong)])
    expect(refusalOf(wrong)).toContain('provider "live" in medusa-config are wrong')
    expect(refusalOf(wrong)).not.toContain("CRYPTO_PAYMENTS_BASE_URL")
    expect(refusalOf(right)).toBe("accepted")
  })

  it("are refused with the variable if they are those of the default provider", () => {
    register([entryOf("default", wrong), entryOf("live", right)])
    expect(refusalOf(wrong)).toMatch(/provider "default" in medusa-config .*CRYPTO_PAYMENTS_BASE_URL/s)
    expect(refusalOf(right)).toBe("accepted")
  })
})

it("the payment provider without its plugin refuses the shopper with an error that Medusa answers with 400, and logs how to correct the setup", async () => {
  const warn = jest.fn()
  container.register(ContainerRegistrationKeys.LOGGER, asValue({ warn }))
  const options = {}
  const configModule = { modules: { payment: { options: { providers: [entryOf("default", options)] } } } }
  const provider = new CryptoPaymentProvider({ configModule }, options)
  // Medusa answers 500 to errors of its other types (framework/dist/http/middlewares/error-handler.js, 2.21.2).
  await expect(provider.initiatePayment({ amount: 25.5, currency_code: "usd" })).rejects.toMatchObject({
    ...{ type: MedusaError.Types.NOT_ALLOWED, code: "payment_method_unavailable" },
    message: expect.stringMatching(/temporarily unavailable/),
  })
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('Add { resolve: "medusa-payment-crypto"'))
})
