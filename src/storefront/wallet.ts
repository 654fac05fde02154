import { enWallet } from "../core/text/pay-page/en-wallet.js"
import { fill } from "../pay-page/display.js"
import { mountWallet, type WalletTexts } from "../pay-page/wallet-button.js"
import type { CryptoPaymentView } from "./types.js"
import type { Ui } from "./ui.js"

/** Loaded only when the browser has a wallet. */
export function mount(
  place: HTMLElement | null,
  { wallet, asset, chain, pay_amount }: CryptoPaymentView,
  ui: Ui,
): void {
  if (!place || !wallet) return
  const values = { asset, network: ui.network(chain), coin: wallet.chain.nativeCurrency.symbol }
  const names = Object.keys(enWallet) as (keyof WalletTexts)[]
  const texts = Object.fromEntries(
    names.map((name) => [name, fill(ui.labels[name] ?? enWallet[name], values)]),
  ) as WalletTexts
  const looks = ["crypto-payment__main", "crypto-payment__soft", "crypto-payment__transaction"] as const
  mountWallet(place, { ...wallet, amount: pay_amount.base, texts, looks })
}
