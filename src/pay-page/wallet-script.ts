import { WALLET_FUNCTIONS } from "./wallet-button"

/** The script that the page loads if the browser has a wallet, without comments and indentation. */
export const WALLET_SOURCE = `${WALLET_FUNCTIONS.map(String).join("\n")}\nwindow.mountWallet = mountWallet`
  .replace(/^\s*\/\/.*$/gm, "")
  .replace(/\n\s*/g, "\n")

/**
 * Looks for a browser wallet, and loads the rest only if there is one, or a phone, which may have one as an app. When the page's script replaces `<main>`, this
 * moves the existing buttons, with their status line, into the new one. It is in every page, so it has few spaces.
 */
export const FIND_WALLET = `
{
  const { nonce } = document.currentScript
  let shown, loading
  const mount = () => {
    const place = document.querySelector("[data-wallet]")
    if (!place || place === shown || !window.mountWallet) return
    if (shown?.dataset.wallet === place.dataset.wallet) return place.replaceWith(shown)
    shown = place
    mountWallet(place, JSON.parse(place.dataset.wallet))
  }
  const load = () => {
    const src = location.pathname.replace(/[^/]+[/]?$/, "wallet")
    loading ??= Object.assign(document.createElement("script"), { nonce, src, onload: mount })
    document.head.append(loading)
  }
  addEventListener("eip6963:announceProvider", load)
  dispatchEvent(new Event("eip6963:requestProvider"))
  if (window.ethereum || document.querySelector(".waiting") && matchMedia("(pointer:coarse)").matches) load()
  new MutationObserver(mount).observe(document.body, { childList: true })
}
`
  .replace(/\n\s*/g, "\n")
  .replace(/ ?([=(){}|&,:]+) ?/g, "$1")
