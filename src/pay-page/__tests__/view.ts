import { type OfferedAsset, offeredBy } from "../../core/assets/choices"
import { paymentLinks } from "../../core/money/quote-check"
import { type Bought, SHOPPER_STATES, type ShopperState, type ShopperView } from "../../core/payment/shopper-answer"
import { textsOf } from "../../core/text/pay-page-texts"
import { exampleView } from "../example"
import type { PayPageInput } from "../page-input"

export const NOW = "2030-05-01T12:00:00.000Z"

/** A payment in USDC on Base whose quote is valid for another 15 minutes. */
export const viewWith = (changes: Partial<ShopperView> = {}): ShopperView => ({ ...WAITING, ...changes })

const QUOTED = { asset: "USDC", chain: "base", address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e" }
const uri = `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${QUOTED.address}&uint256=25513204`

const WAITING: ShopperView = {
  ...exampleView(new Date(NOW)),
  ...QUOTED,
  ...paymentLinks({ ...QUOTED, uri, pay_amount_base: "25513204", test_mode: false }),
  provider_id: "pp_crypto_default",
  pay_amount: { base: "25513204", asset: "USDC", decimals: 6, display: "25.513204" },
  amount: { minor: 255_000, currency: "USD", display: "2550.00" },
  rate: "0.999482",
  next_poll_seconds: 5,
}

/** A payment in this state, without an address to pay to. */
export function ended(state: ShopperState, changes: Partial<ShopperView> = {}): ShopperView {
  const { step } = SHOPPER_STATES[state]
  const status =
    step === 1 || state === "unclear" ? "confirming" : step !== null || state === "sentBack" ? "paid" : "expired"
  return viewWith({ state, status, address: null, uri: null, wallet: null, ...changes })
}

const usd = (display: string) => ({ minor: Math.round(Number(display) * 100), currency: "USD", display })

/** What was bought: some items with long names. */
export const boughtOf = (items: number): Bought => ({
  items: Array(items).fill({ title: "品".repeat(80), quantity: 2, amount: usd("31.00") }),
  ...{ delivery: usd("10.00"), discount: usd("1.00"), credit: null, tax: usd("3.38") },
  ...{ tax_included: false, total: usd("44.38") },
})

export const OFFERED: OfferedAsset[] = offeredBy(
  {
    id: "default",
    assets: ["BTC", "DOGE", "USDC", "USDT"],
    testMode: false,
    throttledUntil: null,
    refusedAt: null,
    unavailableUntil: { DOGE: "2030-05-01T13:00:00.000Z" },
  },
  new Date(NOW),
)

export const inputWith = (changes: Partial<PayPageInput> = {}): PayPageInput => ({
  view: viewWith(),
  token: "1234567890123456789012",
  offered: OFFERED,
  language: "en",
  texts: textsOf("en"),
  nonce: "nonce-of-this-answer",
  storefrontUrl: "https://shop.example.com",
  ...changes,
})
