import { exampleView } from "../../pay-page/example"
import type { CryptoPaymentView } from "../types"

/** A waiting payment whose quote is valid for another 15 minutes. */
export const aPayment = (changes: Partial<CryptoPaymentView> = {}): CryptoPaymentView => ({
  ...exampleView(new Date("2026-01-01T12:00:00.000Z")),
  ...{ provider_id: "pp_crypto_default", asset: "USDC", chain: "base", next_poll_seconds: 5, test_mode: true },
  address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
  uri: "ethereum:0x036CbD53842c5426634e7929541eC2318f3dCF7e@84532/transfer?address=0x1&uint256=25513204",
  pay_amount: { base: "25513204", asset: "USDC", decimals: 6, display: "25.513204" },
  amount: { minor: 2550, currency: "USD", display: "25.50" },
  rate: "0.999482",
  ...changes,
})
