import { container } from "@medusajs/framework"
import { asValue } from "@medusajs/framework/awilix"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { CryptoPaymentProvider } from "../service"

describe("the payment provider without its plugin", () => {
  it("refuses the shopper with an error that Medusa answers with 400, and logs how to correct the setup", async () => {
    const warn = jest.fn()
    container.register(ContainerRegistrationKeys.LOGGER, asValue({ warn }))
    const options = {}
    const entry = { resolve: { services: [CryptoPaymentProvider] }, id: "default", options }
    const configModule = { modules: { payment: { options: { providers: [entry] } } } }
    const provider = new CryptoPaymentProvider({ configModule }, options)
    const opened = provider.initiatePayment({ amount: 25.5, currency_code: "usd" })
    // Medusa answers 500 to errors of its other types (framework/dist/http/middlewares/error-handler.js, 2.21.2).
    await expect(opened).rejects.toMatchObject({
      ...{ type: MedusaError.Types.NOT_ALLOWED, code: "payment_method_unavailable" },
      message: expect.stringMatching(/temporarily unavailable/),
    })
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('Add { resolve: "medusa-payment-crypto"'))
  })
})
