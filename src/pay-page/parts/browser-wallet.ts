import { networkName } from "../../core/assets/registry"
import { enWallet } from "../../core/text/pay-page/en-wallet"
import { type Html, html } from "../html"
import type { PayPage } from "../page-input"
import type { WalletJob, WalletTexts } from "../wallet-button"

/** Where the buttons of browser wallets go. It stays empty without a script or a wallet. */
export function browserWallet({ view, say }: PayPage): Html | null {
  const { wallet, asset, chain, pay_amount } = view
  if (!wallet) return null
  const values = { asset, network: networkName(chain), coin: wallet.chain.nativeCurrency.symbol }
  const names = Object.keys(enWallet) as (keyof WalletTexts)[]
  const texts = Object.fromEntries(names.map((name) => [name, say(name, values)])) as WalletTexts
  const job: WalletJob = { ...wallet, amount: pay_amount.base, texts, looks: ["main", "soft", ""] }
  return html`<div class="wallets" data-wallet="${JSON.stringify(job)}"></div>`
}
