import { payUrl } from "../../core/payment/pay-url"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

/** The link to a payment's page, as its session has it. */
export async function payUrlOf(
  context: Context,
  { connection_id, token }: Pick<PaymentRow, "connection_id" | "token">,
): Promise<string> {
  const { store } = context
  return payUrl(token, (await store.connection(connection_id))?.config.backendUrl)
}
