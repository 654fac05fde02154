/**
 * Paying from a browser wallet (EIP-1193), in plain DOM, for the pay page and the storefront part. The pay page is served
 * the source of these functions, so they use nothing from outside them, and their comments stand above them.
 */

import type { WalletPayment } from "../core/payment/wallet-payment"

type Provider = { request: (asked: { method: string; params: unknown[] }) => Promise<unknown> }

export type WalletTexts = Record<
  | "walletPay"
  | "walletConfirm"
  | "walletSent"
  | "walletTransaction"
  | "walletRefused"
  | "walletChain"
  | "walletBalance"
  | "walletFailed",
  string
>

/** `amount` in base units of the token. */
type Pay = WalletPayment & { amount: string }

export type WalletJob = {
  /** Of the quote. Under it the browser keeps where its transaction is shown. */
  key: string
  /** Null once nothing may be paid: then it is only told what was sent. */
  pay: Pay | null
  texts: WalletTexts
  /** Classes of the buttons, of what is said, and of the link. */
  looks: readonly [button: string, said: string, link: string]
}

type PayJob = WalletJob & { pay: Pay }

/** The link to the transaction that this browser sent for the quote, in any of its tabs. Some browsers keep nothing. */
export function sentBefore(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Sends the transaction, and nothing else: the wallet shows it and asks its owner. One tab at a time does so, under a lock
 * of the browser's (Web Locks), and keeps there what it sent.
 * @param isShown false once the quote is over
 * @returns a link to the transaction, or to that of another tab. Throws the name of a text, or the wallet's error.
 */
export async function sendFromWallet(wallet: Provider, { key, pay }: PayJob, isShown: () => boolean): Promise<string> {
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
    // An unknown chain is code 4902, or in some wallets hidden in another error.
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
      // Then only a reload forgets it.
    }
    return link
  }
  const { locks } = navigator as { locks?: LockManager }
  return locks ? locks.request(key, { ifAvailable: true }, send) : send(true)
}

/** Adds an element before what is said, or into an empty place. */
export function addPart<Tag extends "button" | "p" | "a">(place: HTMLElement, tag: Tag, look: string, words: string) {
  const made = document.createElement(tag)
  made.className = look
  made.textContent = words
  if (tag === "button") place.lastElementChild?.before(made)
  else place.append(made)
  return made
}

/** Where it is said what comes of it. */
export function lineOf(place: HTMLElement, { looks }: WalletJob): HTMLElement {
  const there = place.querySelector("p") ?? addPart(place, "p", looks[1], "")
  there.setAttribute("role", "status")
  return there
}

/** Says that the payment was sent, in the place of the buttons. */
export function showSent(place: HTMLElement, job: WalletJob, href: string): HTMLElement {
  const { texts, looks } = job
  const line = lineOf(place, job)
  line.textContent = texts.walletSent
  place.replaceChildren(line)
  const link = addPart(place, "a", looks[2], texts.walletTransaction)
  link.href = href
  link.target = "_blank"
  link.rel = "noopener noreferrer"
  return link
}

/** Pays from a wallet and says what came of it. */
export async function payFrom(wallet: Provider, place: HTMLElement, job: PayJob): Promise<void> {
  const { texts } = job
  const line = lineOf(place, job)
  if (place.ariaBusy === "true") return
  place.ariaBusy = "true"
  line.textContent = texts.walletConfirm
  try {
    const link = await sendFromWallet(wallet, job, () => place.offsetParent !== null)
    showSent(place, job, link).focus()
    // The price may have expired while the wallet asked, so that another place tells it now.
    dispatchEvent(new Event("storage"))
  } catch (error) {
    const { code } = Object(error)
    // EIP-1193: 4001 is a refusal. EIP-1474: -32002 is a question that the wallet is still asking.
    const name = code === 4001 ? "walletRefused" : code === -32002 ? "walletConfirm" : (error as "walletFailed")
    line.textContent = texts[name] ?? texts.walletFailed
  }
  place.ariaBusy = "false"
}

/**
 * Puts a button for each wallet of the browser (EIP-6963, else `window.ethereum`) into an empty place, unless it was sent.
 * That is kept in the browser, so that neither a reload nor another tab pays again.
 */
export function mountWallet(place: HTMLElement, job: WalletJob): void {
  const { key, pay, texts, looks } = job
  if (place.firstChild) return
  const tell = () => {
    const link = sentBefore(key)
    if (link && !place.querySelector("a")) showSent(place, job, link)
    return link
  }
  // Another tab has sent it.
  addEventListener("storage", tell)
  if (tell() || !pay) return
  lineOf(place, job)
  const offer = (wallet: Provider, name: string) => {
    const button = addPart(place, "button", looks[0], texts.walletPay + name)
    button.type = "button"
    button.onclick = () => payFrom(wallet, place, { ...job, pay })
    return button
  }
  const seen = new Set()
  let injected: HTMLElement | undefined
  const announced = ({ detail }: CustomEventInit) => {
    if (seen.has(detail.info.uuid) || place.querySelector("a")) return
    seen.add(detail.info.uuid)
    injected?.remove()
    offer(detail.provider, `: ${detail.info.name}`)
  }
  addEventListener("eip6963:announceProvider", announced)
  dispatchEvent(new Event("eip6963:requestProvider"))
  const { ethereum } = window as { ethereum?: Provider }
  if (ethereum && seen.size === 0) injected = offer(ethereum, "")
}

/** In the order they are served. */
export const WALLET_FUNCTIONS = [sentBefore, sendFromWallet, addPart, lineOf, showSent, payFrom, mountWallet]
