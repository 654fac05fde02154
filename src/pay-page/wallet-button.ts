/**
 * Pays from a browser wallet (EIP-1193), in plain DOM, for the pay page and the component. The pay page gets the source of
 * `WALLET_FUNCTIONS` as text, so they use nothing else from this file, and their long comments are above them.
 */

import type { ShopperView, WalletPayment } from "../core/payment/shopper-answer"

type Provider = { request: (asked: { method: string; params: unknown[] }) => Promise<unknown> }

type WalletTexts = Record<
  | "walletPay"
  | "walletOpen"
  | "walletConfirm"
  | "walletSent"
  | "walletSentHint"
  | "walletTransaction"
  | "walletRefused"
  | "walletChain"
  | "walletBalance"
  | "walletFailed"
  | "walletReverted",
  string
>

/** `amount` in base units of the token. */
type Pay = WalletPayment & { amount: string }

export type WalletJob = {
  /** One for each quote. The browser stores the link to its transaction under this key. */
  key: string
  /** Null if nothing may be paid. Then only a transaction that was already sent is shown. */
  pay: Pay | null
  /** `walletSent` and its hint are empty once the service sees the money, because the page says more then. */
  texts: WalletTexts
  /** CSS classes of the buttons, the status line, the link and the heading. */
  classNames: readonly [button: string, said: string, link: string, heading: string]
  /** The page that a wallet on a phone opens; empty for this page. */
  url: string
}

type PayJob = WalletJob & { pay: Pay }

type Shown = Pick<ShopperView, "wallet" | "pay_amount" | "status">

/** @param english used only for the names of the texts */
export function walletJob(
  token: string,
  { wallet, pay_amount, status }: Shown,
  english: WalletTexts,
  say: (name: keyof WalletTexts) => string,
): Pick<WalletJob, "key" | "pay" | "texts"> {
  const isSeen = status === "confirming" || status === "paid"
  const names = Object.keys(english) as (keyof WalletTexts)[]
  const said = names.map((name) => [name, isSeen && name.startsWith("walletSent") ? "" : say(name)])
  return {
    key: `crypto-payment:${token}`,
    pay: wallet && { ...wallet, amount: pay_amount.base },
    texts: Object.fromEntries(said) as WalletTexts,
  }
}

/** Link to the transaction that any tab of this browser sent for the quote. Some browsers block the storage. */
function sentBefore(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Asks the wallet to send the transaction, after checking chain and balance. A Web Lock lets one tab at a time send, and
 * the link to the transaction is stored, so that no other tab sends it again.
 * @param isShown false once the quote is over
 * @returns a link to the transaction of this tab or another one
 * @throws the name of a text, or the wallet's error
 */
async function sendFromWallet(wallet: Provider, { key, pay }: PayJob, isShown: () => boolean): Promise<string> {
  const { chain, call, amount } = pay
  const ask = (method: string, ...params: unknown[]) => wallet.request({ method, params })
  const onChain = async () => Number(await ask("eth_chainId")) === Number(chain.chainId)
  const change = () => ask("wallet_switchEthereumChain", { chainId: chain.chainId })
  const isRefused = (error: unknown) => Object(error).code === 4001
  const add = async () => {
    const { chainId, chainName, nativeCurrency, rpcUrls, blockExplorerUrls } = chain
    await ask("wallet_addEthereumChain", { chainId, chainName, nativeCurrency, rpcUrls, blockExplorerUrls })
    if (!(await onChain())) await change()
  }
  const [from] = (await ask("eth_requestAccounts")) as string[]
  if (!from) throw "walletRefused"
  if (!(await onChain())) {
    // Wallets report an unknown chain as code 4902 or inside another error, so any error but a refusal adds the chain.
    await change()
      .catch((error) => (isRefused(error) ? Promise.reject(error) : add()))
      .catch((error) => Promise.reject(isRefused(error) ? error : "walletChain"))
    if (!(await onChain())) throw "walletChain"
  }
  const balanceOf = `0x70a08231${from.slice(2).padStart(64, "0")}`
  const held = (await ask("eth_call", { to: call.to, data: balanceOf }, "latest")) as string
  if (BigInt(held) < BigInt(amount)) throw "walletBalance"
  const send = async (lock: unknown) => {
    const before = sentBefore(key)
    if (before) return before
    if (!lock) throw "walletConfirm"
    if (!isShown()) throw "walletRefused"
    const hash = await ask("eth_sendTransaction", { from, ...call, chainId: chain.chainId })
    const link = `${chain.blockExplorerUrls[0]}/tx/${hash}`
    try {
      localStorage.setItem(key, link)
    } catch {
      // Without storage the page still shows the link until it is reloaded.
    }
    return link
  }
  const { locks } = navigator as { locks?: LockManager }
  return locks ? locks.request(key, { ifAvailable: true }, send) : send(true)
}

/** The status line, which screen readers read aloud. */
function lineOf(place: HTMLElement): HTMLElement {
  return place.querySelector("p") as HTMLElement
}

/** The link to the transaction, if one was sent. */
function sentLink(place: HTMLElement): HTMLAnchorElement | null {
  return place.querySelector("[data-sent]")
}

/** Says "sent" and adds the link. While there is a link, the styles show the heading, and hide all that asks to pay. */
function showSent(place: HTMLElement, { texts, classNames }: WalletJob, href: string): void {
  sentLink(place)?.remove()
  lineOf(place).textContent = texts.walletSentHint
  const link = document.createElement("a")
  link.dataset.sent = ""
  link.className = classNames[2]
  link.textContent = texts.walletTransaction
  link.href = href
  link.target = "_blank"
  link.rel = "noopener noreferrer"
  place.append(link)
}

/** Pays from a wallet and shows the result. */
async function payFrom(wallet: Provider, place: HTMLElement, job: PayJob): Promise<void> {
  const { texts } = job
  const line = lineOf(place)
  if (place.ariaBusy === "true" || sentLink(place)) return
  place.ariaBusy = "true"
  line.textContent = texts.walletConfirm
  try {
    const link = await sendFromWallet(wallet, job, () => place.offsetParent !== null)
    showSent(place, job, link)
    place.querySelector("h2")?.focus()
    // The price may have expired while the wallet asked. Then another element is on the page and must show the link.
    dispatchEvent(new Event("storage"))
  } catch (error) {
    const { code } = Object(error)
    // 4001: the user refused (EIP-1193). -32002: the wallet is still asking (EIP-1474).
    const name = code === 4001 ? "walletRefused" : code === -32002 ? "walletConfirm" : (error as "walletFailed")
    line.textContent = texts[name] ?? texts.walletFailed
  }
  place.ariaBusy = "false"
}

/**
 * While a sent transaction is shown, asks the wallet every three seconds for its receipt. If the transaction failed on the
 * chain, forgets it, so that the shopper can pay again.
 */
async function watchSent(wallet: Provider, place: HTMLElement, { key, texts }: WalletJob): Promise<void> {
  while (place.isConnected) {
    await new Promise((done) => setTimeout(done, 3000))
    const link = sentLink(place)
    if (!link || document.hidden) continue
    const asked = { method: "eth_getTransactionReceipt", params: [link.href.slice(-66)] }
    const receipt = await wallet.request(asked).catch(() => null)
    // Another wallet may have reported it first.
    if (Object(receipt).status !== "0x0" || !link.isConnected) continue
    link.remove()
    // Another tab may have sent a second transaction.
    if (sentBefore(key) === link.href) localStorage.removeItem(key)
    lineOf(place).textContent = texts.walletReverted
    dispatchEvent(new Event("storage"))
  }
}

/**
 * Without a wallet in a phone's browser: links that open this payment in the browser of a wallet's app, by the addresses
 * that MetaMask and Coinbase publish for it.
 */
function offerApps(place: HTMLElement, { texts, classNames, url }: WalletJob): void {
  const page = url || location.href
  const apps = {
    MetaMask: `https://link.metamask.io/dapp/${page.replace(/^https?:\/\//, "")}`,
    "Coinbase Wallet": `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page)}`,
  }
  for (const [name, href] of Object.entries(apps)) {
    const link = document.createElement("a")
    link.className = classNames[0]
    link.textContent = texts.walletOpen.replace("{wallet}", name)
    link.href = href
    link.rel = "noreferrer"
    // Only the browser's whole page opens an app.
    link.target = "_top"
    link.dataset.app = ""
    lineOf(place).before(link)
  }
}

/**
 * Adds a button for each wallet of the browser (EIP-6963, else `window.ethereum`). If this browser has already sent the
 * payment, it shows the link instead, so that neither a reload nor another tab pays again.
 */
export function mountWallet(place: HTMLElement, job: WalletJob): void {
  const { key, pay, texts, classNames } = job
  if (place.firstChild) return
  const title = document.createElement("h2")
  title.className = classNames[3]
  title.tabIndex = -1
  title.textContent = texts.walletSent
  const line = document.createElement("p")
  line.className = classNames[1]
  line.setAttribute("role", "status")
  if (texts.walletSent) place.append(title)
  place.append(line)
  const tell = () => {
    const link = sentBefore(key)
    if (link && !sentLink(place)) showSent(place, job, link)
  }
  // Another tab may send it.
  addEventListener("storage", tell)
  tell()
  const offer = (wallet: Provider, name: string, icon = "") => {
    if (texts.walletSent) watchSent(wallet, place, job)
    if (!pay) return
    const button = document.createElement("button")
    button.type = "button"
    button.className = classNames[0]
    button.textContent = texts.walletPay + name
    // EIP-6963: a data URI, to be shown as an image only, because an SVG may contain a script.
    if (icon.startsWith("data:image/")) button.prepend(Object.assign(new Image(24, 24), { src: icon, alt: "" }))
    button.onclick = () => payFrom(wallet, place, { ...job, pay })
    line.before(button)
    return button
  }
  const seen = new Set()
  let injected: HTMLElement | undefined
  const announced = ({ detail }: CustomEventInit) => {
    if (seen.has(detail.info.uuid)) return
    seen.add(detail.info.uuid)
    injected?.remove()
    for (const app of place.querySelectorAll("[data-app]")) app.remove()
    offer(detail.provider, `: ${detail.info.name}`, detail.info.icon)
  }
  addEventListener("eip6963:announceProvider", announced)
  dispatchEvent(new Event("eip6963:requestProvider"))
  const { ethereum } = window as { ethereum?: Provider }
  if (seen.size > 0) return
  if (ethereum) injected = offer(ethereum, "")
  else if (pay) offerApps(place, job)
}

export const WALLET_FUNCTIONS = [
  sentBefore,
  sendFromWallet,
  lineOf,
  sentLink,
  showSent,
  payFrom,
  watchSent,
  offerApps,
  mountWallet,
]
