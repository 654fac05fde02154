import "./medusa-version"

import { Module } from "@medusajs/framework/utils"
import { CRYPTO_PAYMENTS_MODULE, CryptoPaymentsService } from "./service"

export { CRYPTO_PAYMENTS_MODULE, CryptoPaymentsService }

export default Module(CRYPTO_PAYMENTS_MODULE, { service: CryptoPaymentsService })
