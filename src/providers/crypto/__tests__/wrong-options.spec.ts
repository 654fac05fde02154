import { container } from "@medusajs/framework"
import { asValue } from "@medusajs/framework/awilix"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CryptoPaymentProvider } from "../service"

describe("wrong options of one of two providers", () => {
  const [right, wrong] = [{ baseUrl: "https://pay.example.com" }, { baseUrl: "pay.example.com" }]
  const entryOf = (id: string, options: object) => ({ resolve: { services: [CryptoPaymentProvider] }, id, options })
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
