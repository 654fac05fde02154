import { enBought } from "../core/text/pay-page/en-bought.js"
import { boughtRows } from "../pay-page/bought-rows.js"
import { displayMoney, fill } from "../pay-page/display.js"
import type { CryptoPaymentClient } from "./client.js"
import type { Ui } from "./ui.js"

/** Fills the order summary when it opens. This module is loaded then. */
export async function fillIn(
  summary: HTMLDetailsElement,
  token: string,
  ui: Ui,
  client: Pick<CryptoPaymentClient, "bought">,
): Promise<void> {
  if (!summary.open) return
  const { say, labels, locale } = ui
  const bought = await client.bought(token).catch(() => null)
  const rows = bought
    ? boughtRows(bought, {
        say: (name, values) => (name === "total" ? say(name) : fill(labels[name] ?? enBought[name], values)),
        money: (amount) => displayMoney(amount, locale),
      })
    : [["", say("outNow")]]
  const cell = (name: string, text = "") => Object.assign(document.createElement(name), { textContent: text })
  const cells = rows.flatMap(([label, amount]) => [cell("dt", label), cell("dd", amount)])
  summary.querySelector("dl")?.replaceChildren(...cells)
}
