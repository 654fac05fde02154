import { MedusaError } from "@medusajs/framework/utils"
import { type CryptoPaymentError, isCryptoPaymentError } from "../../core/text/errors"
import { errorTypeOf } from "../../medusa/errors"
import { requestContext } from "../../workflows/request-context"

/** A refusal as a MedusaError: its type, message and code reach the client. */
function toMedusaError(error: CryptoPaymentError): MedusaError {
  const context = requestContext()
  // The first refusal is answered; later ones come from core's clean-up.
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
