import { enWallet } from "../core/text/pay-page/en-wallet.js"
import { fill } from "../pay-page/display.js"
import { mountWallet, type WalletTexts } from "../pay-page/wallet-button.js"
import type { Ui } from "./ui.js"
import type { Shown } from "./use-payment.js"

/** This module is loaded only if the browser has a wallet, or on a phone. */
export function mount(place: HTMLElement | null, { token, payment }: Shown, ui: Ui, url: string): void {
  const { wallet, asset, chain, pay_amount, status } = payment
  if (!place) return
  const values = { asset, network: ui.network(chain), coin: wallet?.chain.nativeCurrency.symbol ?? "" }
  const isSeen = status === "confirming" || status === "paid"
  const names = Object.keys(enWallet) as (keyof WalletTexts)[]
  const texts = Object.fromEntries(
    names.map((name) => [
      name,
      isSeen && name.startsWith("walletSent") ? "" : fill(ui.labels[name] ?? enWallet[name], values),
    ]),
  ) as WalletTexts
  const classNames = [
    "crypto-payment__main",
    "crypto-payment__soft",
    "crypto-payment__transaction",
    "crypto-payment__title",
  ] as const
  const pay = wallet && { ...wallet, amount: pay_amount.base }
  mountWallet(place, { key: `crypto-payment:${token}`, pay, texts, classNames, url })
}
