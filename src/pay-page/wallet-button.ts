/**
 * Paying from a browser wallet (EIP-1193), in plain DOM, for the pay page and the storefront part. The pay page is served
 * the source of these functions, so they use nothing from outside them, and their comments stand above them.
 */

import type { WalletChain } from "../core/assets/registry"

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

export type WalletJob = {
  chain: WalletChain
  call: { to: string; data: string; value: string }
  /** Base units of the token. */
  amount: string
  texts: WalletTexts
  /** Classes of the buttons, of what is said, and of the link. */
  looks: readonly [button: string, said: string, link: string]
}

/**
 * Sends the transaction, and nothing else: the wallet shows it and asks its owner.
 * @param isShown false once the quote is over
 * @returns the transaction's hash. Throws the name of a text, or the wallet's error.
 */
export async function sendFromWallet(wallet: Provider, job: WalletJob, isShown: () => boolean): Promise<string> {
  const { chain, call } = job
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
  if (BigInt(held) < BigInt(job.amount)) throw "walletBalance"
  if (!isShown()) throw "walletRefused"
  return (await ask("eth_sendTransaction", { from, ...call, chainId: chain.chainId })) as string
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

/** Says that the payment was sent, in the place of the buttons. */
export function showSent(place: HTMLElement, { chain, texts, looks }: WalletJob, hash: string): HTMLElement {
  const said = place.querySelector("p") as HTMLElement
  said.textContent = texts.walletSent
  place.replaceChildren(said)
  const link = addPart(place, "a", looks[2], texts.walletTransaction)
  link.href = `${chain.blockExplorerUrls[0]}/tx/${hash}`
  link.target = "_blank"
  link.rel = "noopener noreferrer"
  return link
}

/** Pays from a wallet and says what came of it. */
export async function payFrom(wallet: Provider, place: HTMLElement, job: WalletJob, key: string): Promise<void> {
  const { texts } = job
  const said = place.querySelector("p") as HTMLElement
  if (place.ariaBusy === "true") return
  place.ariaBusy = "true"
  said.textContent = texts.walletConfirm
  try {
    const hash = await sendFromWallet(wallet, job, () => place.offsetParent !== null)
    try {
      localStorage.setItem(key, hash)
    } catch {
      // A browser may refuse to keep anything; then only a reload forgets it.
    }
    showSent(place, job, hash).focus()
  } catch (error) {
    const { code } = Object(error)
    // EIP-1193: 4001 is a refusal. EIP-1474: -32002 is a question that the wallet is still asking.
    const name = code === 4001 ? "walletRefused" : code === -32002 ? "walletConfirm" : (error as "walletFailed")
    said.textContent = texts[name] ?? texts.walletFailed
  }
  place.ariaBusy = "false"
}

/**
 * Puts a button for each wallet of the browser (EIP-6963, else `window.ethereum`) into an empty place. What was sent is
 * kept in the browser, so that a reload does not offer to pay again.
 */
export function mountWallet(place: HTMLElement, job: WalletJob): void {
  const { texts, call, looks } = job
  const key = `crypto-payment:${call.to}:${call.data}`
  if (place.firstChild) return
  addPart(place, "p", looks[1], "").setAttribute("role", "status")
  try {
    const hash = localStorage.getItem(key)
    if (hash) return void showSent(place, job, hash)
  } catch {
    // Nothing is kept there.
  }
  const offer = (wallet: Provider, name: string) => {
    const button = addPart(place, "button", looks[0], texts.walletPay + name)
    button.type = "button"
    button.onclick = () => payFrom(wallet, place, job, key)
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
export const WALLET_FUNCTIONS = [sendFromWallet, addPart, showSent, payFrom, mountWallet]
