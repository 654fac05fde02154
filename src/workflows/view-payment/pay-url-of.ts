import type { MedusaContainer } from "@medusajs/framework/types"
import { payUrl } from "../../core/payment/pay-url"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

/** The link to a payment's page, as its session has it. */
export async function payUrlOf(
  container: MedusaContainer,
  { connection_id, token }: Pick<PaymentRow, "connection_id" | "token">,
): Promise<string> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  return payUrl(token, (await module.connection(connection_id))?.config.backendUrl)
}
