import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { walletScriptHeaders } from "../../../pay-page/headers"
import { WALLET_SOURCE } from "../../../pay-page/script"

/** The pay page's script for browser wallets. It is the same for every payment. */
export const GET = (_req: MedusaRequest, res: MedusaResponse): void => {
  res.set(walletScriptHeaders()).send(WALLET_SOURCE)
}
