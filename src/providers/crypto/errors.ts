import { container } from "@medusajs/framework"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { SETUP_WORDS } from "../../core/connection/setup-words"
import { CryptoPaymentError, isCryptoPaymentError } from "../../core/text/errors"
import { errorTypeOf } from "../../medusa/errors"
import type { WholeConfig } from "../../modules/crypto-payments/connections/configured"
import { writeLine } from "../../modules/crypto-payments/log"
import { CRYPTO_PAYMENTS_MODULE } from "../../modules/crypto-payments/service"
import { requestContext } from "../../workflows/request-context"

/** A refusal as a MedusaError, whose type, message and code reach the client. */
function toMedusaError(error: CryptoPaymentError): MedusaError {
  const context = requestContext()
  // The answer has the first refusal. Later ones come from core's clean-up.
  if (context) context.refusal ??= { code: error.code, status: error.status, retryAfter: error.retryAfter }
  return new MedusaError(errorTypeOf(error.status), error.message, error.code)
}

/** Runs a provider method and turns its expected refusals into MedusaErrors. */
export async function withMedusaErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isCryptoPaymentError(error) ? toMedusaError(error) : error
  }
}

function log(): void {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  writeLine(logger, "setup_problem", { reason: "plugin_missing", detail: SETUP_WORDS.plugin_missing }, () => [])
}

/** @returns medusa-config, or undefined if Medusa did not load it */
export const loadedConfig = (): WholeConfig | undefined =>
  container.resolve(ContainerRegistrationKeys.CONFIG_MODULE, { allowUnregistered: true })

/** Logs a missing plugin at startup. Without the plugin there is no health page that could report it. */
export function tellIfPluginIsMissing(): void {
  const modules = loadedConfig()?.modules
  if (modules && !(CRYPTO_PAYMENTS_MODULE in modules)) log()
}

/**
 * The shopper's answer has status 400, because without the plugin no middleware makes it 503. The log names the cause.
 */
export function pluginMissing(): MedusaError {
  log()
  const { code, message } = new CryptoPaymentError("payment_method_unavailable")
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message, code)
}
