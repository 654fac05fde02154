import { WALLET_FUNCTIONS } from "./wallet-button"

/** The script that the page loads if the browser has a wallet, without comments and indentation. */
export const WALLET_SOURCE = `${WALLET_FUNCTIONS.map(String).join("\n")}\nwindow.mountWallet = mountWallet`
  .replace(/^\s*\/\/.*$/gm, "")
  .replace(/\n\s*/g, "\n")

/**
 * Looks for a browser wallet, and loads the rest only if there is one. When the page's script replaces `<main>`, this
 * moves the existing buttons, with their status line, into the new one.
 */
export const FIND_WALLET = `
{
  const { nonce } = document.currentScript
  let mounted, loading
  const mount = () => {
    const place = document.querySelector("[data-wallet]")
    if (!place || place === mounted || !window.mountWallet) return
    if (mounted && mounted.dataset.wallet === place.dataset.wallet) return place.replaceWith(mounted)
    mounted = place
    mountWallet(place, JSON.parse(place.dataset.wallet))
  }
  const load = () => {
    if (loading) return
    loading = Object.assign(document.createElement("script"), { nonce, onload: mount })
    loading.src = location.pathname.replace(/[^/]+[/]?$/, "wallet")
    document.head.append(loading)
  }
  addEventListener("eip6963:announceProvider", load)
  dispatchEvent(new Event("eip6963:requestProvider"))
  if (window.ethereum) load()
  new MutationObserver(mount).observe(document.body, { childList: true })
}
`.replace(/\n\s*/g, "\n")
