import { networkName } from "../../core/assets/registry"
import { walletChain } from "../../core/assets/wallet-chain"
import { enWallet } from "../../core/text/pay-page/en-wallet"
import { Html, html } from "../html"
import type { PayPage } from "../page-input"
import type { WalletJob, WalletTexts } from "../wallet-button"

/**
 * A place for the buttons of browser wallets and for the link to the transaction that one sent, also after the price
 * expired and once the money is seen. It stays empty without a script or a wallet.
 */
export function browserWallet({ view, say, token }: PayPage): Html | null {
  const { wallet, asset, chain: on, pay_amount, status, test_mode } = view
  const chain = walletChain(on, test_mode)
  if (!chain || !token || (status === "waiting" && !wallet)) return null
  const values = { asset, network: networkName(on), coin: chain.nativeCurrency.symbol }
  const names = Object.keys(enWallet) as (keyof WalletTexts)[]
  const isSeen = status === "confirming" || status === "paid"
  const said = names.map((name) => [name, isSeen && name.startsWith("walletSent") ? "" : say(name, values)])
  const texts = Object.fromEntries(said) as WalletTexts
  const pay = wallet && { ...wallet, amount: pay_amount.base }
  const job: WalletJob = {
    key: `crypto-payment:${token}`,
    pay,
    texts,
    classNames: ["button main", "soft", "", ""],
    url: "",
  }
  return html`<div class="wallets" data-wallet='${inQuotes(job)}'></div>`
}

/** JSON for an attribute in single quotes, which is shorter than escaping JSON's many double quotes. */
const inQuotes = (value: unknown): Html =>
  new Html(JSON.stringify(value).replace(/[&'<]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`))
