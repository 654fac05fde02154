import { enLater } from "../core/text/pay-page/en-later.js"
import { boughtRows } from "../pay-page/bought-rows.js"
import { displayMoney, fill } from "../pay-page/display.js"
import type { CryptoPaymentClient } from "./client.js"
import type { Ui } from "./ui.js"
import type { Shown } from "./use-payment.js"

/** Milliseconds after which an open summary that could not be loaded is loaded again. */
const AGAIN_MS = 5000

/** Fills the order summary while it is open, once for each state of the payment. This module is loaded then. */
export async function fillIn(
  summary: HTMLDetailsElement | null,
  shown: Shown,
  ui: Ui,
  client: Pick<CryptoPaymentClient, "bought">,
): Promise<void> {
  const { token, payment } = shown
  const loading = `${token} ${payment.state}`
  if (!summary?.open || !summary.isConnected || summary.dataset.of === loading) return
  summary.dataset.of = loading
  const { say, labels, locale } = ui
  const bought = await client.bought(token).catch(() => undefined)
  if (summary.dataset.of !== loading) return
  if (bought === undefined) {
    setTimeout(() => {
      if (summary.dataset.of !== loading) return
      delete summary.dataset.of
      void fillIn(summary, shown, ui, client)
    }, AGAIN_MS)
  }
  const rows = bought
    ? boughtRows(bought, {
        say: (name, values) => (name === "total" ? say(name) : fill(labels[name] ?? enLater[name], values)),
        money: (amount) => displayMoney(amount, locale),
      })
    : [["", say("outNow")]]
  const cell = (name: string, text = "") => Object.assign(document.createElement(name), { textContent: text })
  const cells = rows.flatMap(([label, amount]) => [cell("dt", label), cell("dd", amount)])
  summary.querySelector("dl")?.replaceChildren(...cells)
}
