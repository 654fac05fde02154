import { container } from "@medusajs/framework"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { SETUP_WORDS } from "../../core/connection/setup"
import { CryptoPaymentError } from "../../core/text/errors"
import type { WholeConfig } from "../../modules/crypto-payments/connections/configured"
import { CRYPTO_PAYMENTS_MODULE } from "../../modules/crypto-payments/service"
import { writeLine } from "../../modules/crypto-payments/telemetry"

/** Logs at startup that medusa-config has the provider and not the plugin, whose health page could report it. */
export function tellIfPluginIsMissing({ modules }: WholeConfig): void {
  if (modules && !(CRYPTO_PAYMENTS_MODULE in modules)) logPluginMissing()
}

/**
 * The shopper's answer has status 400, because without the plugin no middleware makes it 503. The log names the cause.
 */
export function pluginMissing(): MedusaError {
  logPluginMissing()
  const { code, message } = new CryptoPaymentError("payment_method_unavailable")
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message, code)
}

function logPluginMissing(): void {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  writeLine(logger, "setup_problem", { reason: "plugin_missing", detail: SETUP_WORDS.plugin_missing }, () => [])
}
