import { container } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { SETUP_WORDS } from "../../core/connection/setup"
import { CryptoPaymentError } from "../../core/text/errors"
import { writeLine } from "../../modules/crypto-payments/log"
import { CRYPTO_PAYMENTS_MODULE } from "../../modules/crypto-payments/service"

function log(): void {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  writeLine(logger, "setup_problem", { reason: "plugin_missing", detail: SETUP_WORDS.plugin_missing }, () => [])
}

/** At start-up: without the plugin there is no module and no page that could say it. */
export function tellIfPluginIsMissing(): void {
  if (!container.hasRegistration(ContainerRegistrationKeys.CONFIG_MODULE)) return
  const { modules } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  if (modules && !(CRYPTO_PAYMENTS_MODULE in modules)) log()
}

/** The shopper's answer; the log has the sentence for the owner. */
export function pluginMissing(): CryptoPaymentError {
  log()
  return new CryptoPaymentError("payment_method_unavailable")
}
