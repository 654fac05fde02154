import { enWallet } from "../core/text/pay-page/en-wallet.js"
import { fill } from "../pay-page/display.js"
import { mountWallet, walletJob } from "../pay-page/wallet-button.js"
import type { Ui } from "./ui.js"
import type { Shown } from "./use-payment.js"

/** This module is loaded only if the browser has a wallet, or on a phone. */
export function mount(place: HTMLElement | null, { token, payment }: Shown, ui: Ui, url: string): void {
  const { wallet, asset, chain } = payment
  if (!place) return
  const values = { asset, network: ui.network(chain), coin: wallet?.chain.nativeCurrency.symbol ?? "" }
  const job = walletJob(token, payment, enWallet, (name) => fill(ui.labels[name] ?? enWallet[name], values))
  const classNames = [
    "crypto-payment__main",
    "crypto-payment__soft",
    "crypto-payment__transaction",
    "crypto-payment__title",
  ] as const
  mountWallet(place, { ...job, classNames, url })
}
