import "../../modules/crypto-payments/medusa-version"

import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { CryptoPaymentProvider } from "./service"

export default ModuleProvider(Modules.PAYMENT, { services: [CryptoPaymentProvider] })
