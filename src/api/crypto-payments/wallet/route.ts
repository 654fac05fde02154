import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { WALLET_SOURCE } from "../../../pay-page/script"
import { walletScriptHeaders } from "../respond"

/** The pay page's script for browser wallets. It is the same for every payment. */
export const GET = (_req: MedusaRequest, res: MedusaResponse): void => {
  res.set(walletScriptHeaders()).send(WALLET_SOURCE)
}
