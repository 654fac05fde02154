import { MedusaModule } from "@medusajs/framework/modules-sdk"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "./service"

/**
 * The loaded module, for the provider: the payment module's container sees no other module. Call it at first use, not
 * while loading, because the order of loading is not fixed.
 */
export function cryptoPaymentsInstance(): CryptoPaymentsService {
  const loaded = MedusaModule.getModuleInstance(CRYPTO_PAYMENTS_MODULE) as
    | Record<string, CryptoPaymentsService>
    | undefined
  const service = loaded?.[CRYPTO_PAYMENTS_MODULE]
  if (!service) {
    throw new Error(
      'medusa-payment-crypto: its module is not loaded. Add { resolve: "medusa-payment-crypto", options: {} } to the plugins in medusa-config',
    )
  }
  return service
}
