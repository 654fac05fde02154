import Medusa from "@medusajs/js-sdk"
import { createCryptoPaymentClient } from "../../../src/storefront"
import type { Config } from "./config"

export const config: Config = JSON.parse(document.getElementById("config")?.textContent ?? "")

export const sdk = new Medusa({ baseUrl: config.medusaUrl, publishableKey: config.publishableKey })

export const cryptoPayments = createCryptoPaymentClient({
  baseUrl: config.medusaUrl,
  publishableKey: config.publishableKey,
})
