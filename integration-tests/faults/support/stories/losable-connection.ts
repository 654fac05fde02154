import { asValue } from "@medusajs/framework/awilix"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { CRYPTO_PAYMENTS_MODULE, CryptoPaymentsService } from "../../../../src/modules/crypto-payments/service"
import { CRYPTO_PROVIDER } from "../../../support/constants"

/** A connection that can be removed from medusa-config and restored. */
export type LosableConnection = { lose: () => void; restore: () => void }

type Providers = { retrieveProvider: (id: string) => unknown }

/**
 * Replaces the plugin's module by one whose config lacks the connection, and removes the provider from Medusa's payment
 * module. This has the same effect as a restart without the connection, which would take minutes.
 */
export function losableConnection(container: MedusaContainer): LosableConnection {
  const present: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const config = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const dependencies = {
    [ContainerRegistrationKeys.PG_CONNECTION]: container.resolve(ContainerRegistrationKeys.PG_CONNECTION),
    configModule: { ...config, modules: { ...config.modules, [Modules.PAYMENT]: { options: { providers: [] } } } },
    logger: container.resolve(ContainerRegistrationKeys.LOGGER),
  }
  const without = new CryptoPaymentsService(dependencies as never, {
    encryptionKey: process.env.CRYPTO_PAYMENTS_ENCRYPTION_KEY,
  })
  const providers = paymentProviders()
  const retrieve = providers.retrieveProvider.bind(providers)
  const serve = (module: CryptoPaymentsService) => container.register(CRYPTO_PAYMENTS_MODULE, asValue(module))

  return {
    lose: () => {
      serve(without)
      providers.retrieveProvider = (id) => {
        if (id === CRYPTO_PROVIDER) throw new Error(`Unable to retrieve the payment provider with id: ${id}`)
        return retrieve(id)
      }
    },
    restore: () => {
      serve(present)
      providers.retrieveProvider = retrieve
    },
  }
}

function paymentProviders(): Providers {
  const loaded = MedusaModule.getModuleInstance(Modules.PAYMENT) as Record<
    string,
    { paymentProviderService_: Providers }
  >
  const { paymentProviderService_ } = loaded[Modules.PAYMENT] ?? {}
  if (!paymentProviderService_) throw new Error("Medusa's payment module keeps its providers somewhere else now")
  return paymentProviderService_
}
