import type { Page } from "playwright-core"

export type Asked = { method: string; params: unknown[] }

/** The wallet's answers. The page gets a thrown error with a `code` as the wallet's error. */
export type Answers = (asked: Asked) => unknown

/**
 * Adds a wallet to a page, whose answers come from the test. Returns the requests to it, in order.
 * @param names of the wallets that announce themselves (EIP-6963); if empty, the wallet is `window.ethereum`
 */
export async function giveWallet(page: Page, answers: Answers, names: string[] = []): Promise<Asked[]> {
  const asked: Asked[] = []
  await page.exposeFunction("askWallet", async (one: Asked) => {
    asked.push(one)
    try {
      return { result: await answers(one) }
    } catch (error) {
      const { code, message } = error as { code?: number; message: string }
      return { error: { code, message } }
    }
  })
  await page.addInitScript(installWallet, names)
  return asked
}

/** Runs in the page, before its own scripts. */
function installWallet(names: string[]): void {
  type Window = { askWallet: (asked: Asked) => Promise<{ result?: unknown; error?: object }>; ethereum?: unknown }
  const here = window as unknown as Window
  const provider = {
    request: async (asked: Asked) => {
      const { result, error } = await here.askWallet(asked)
      if (error) throw Object.assign(new Error(), error)
      return result
    },
  }
  if (names.length === 0) here.ethereum = provider
  const announce = () => {
    for (const name of names) {
      const detail = {
        info: {
          uuid: name,
          name,
          icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
          rdns: "com.example",
        },
        provider,
      }
      dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
    }
  }
  addEventListener("eip6963:requestProvider", announce)
  announce()
}
