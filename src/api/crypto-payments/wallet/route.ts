import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { walletScriptHeaders } from "../../../pay-page/headers"
import { WALLET_SOURCE } from "../../../pay-page/wallet-script"

/** The script with which the pay page pays from a browser wallet. It is the same for every payment. */
export const GET = (_req: MedusaRequest, res: MedusaResponse): void => {
  res.set(walletScriptHeaders()).send(WALLET_SOURCE)
}
