import { networkName } from "../core/assets/registry"
import type { PayPageLanguage, PayPageTextName, PayPageTexts } from "../core/text/pay-page-texts"
import { displayMoney, fill, type Money } from "./display"
import { type Brand, brandBar, documentOf, support } from "./document"
import { type Html, html } from "./html"
import { languages } from "./page"
import { shownCrypto } from "./states"

export type PayoutPage = {
  /** `ask`: a form; `sure`: asks once more; `entered`: thanks, with the ends of the address that stands. */
  step: "ask" | "sure" | "entered"
  back: { amount: Money; crypto: { display: string; asset: string; base: string; decimals: number } }
  testMode: boolean
  networks: readonly string[]
  entry: { chain: string; address: string }
  wrong?: PayPageTextName | undefined
}

type Look = Brand & {
  language: PayPageLanguage
  texts: PayPageTexts
  nonce: string
  storefrontUrl?: string | undefined
}

export function renderPayoutPage(page: PayoutPage, look: Look): string {
  const { language, texts, nonce, storefrontUrl, shopName } = look
  const say: Say = (name, values = {}) => fill(texts[name], values)
  const title = say(TITLES[page.step])
  const back = storefrontUrl !== undefined && { url: storefrontUrl, label: say("backToShop") }
  const body = html`
    ${brandBar(look, back)}
    <main>
      ${page.testMode && html`<p class="note test">${say("testMode")}</p>`}
      <div class="head"><div>
        <p class="soft">${say("refund")}</p>
        <p class="sum"><bdi dir="ltr">${displayMoney(page.back.amount, language)}</bdi></p>
        <p class="soft">${shownCrypto(page.back.crypto)}</p>
      </div></div>
      <h1>${title}</h1>
      ${STEPS[page.step](page, say)}
    </main>
    <footer class="foot">${support(look, say("support"))}${languages({ language, say })}</footer>`
  return documentOf({ language, nonce, title: shopName ? `${title} · ${shopName}` : title, fields: true }, look, body)
}

type Say = (name: PayPageTextName, values?: Readonly<Record<string, string | number>>) => string

/** Enough to recognize one's own address, and not all of it, because the link may be in another's hands. */
const ends = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

const TITLES = { ask: "backTitle", sure: "backSure", entered: "backThanks" } as const

const STEPS: Record<PayoutPage["step"], (page: PayoutPage, say: Say) => Html> = {
  ask: ({ back: { crypto }, networks, entry, wrong }, say) => html`
    <p>${say("backHint", { amount: `${crypto.display} ${crypto.asset}`, asset: crypto.asset })}</p>
    <form method="post" class="ask">
      <label>${say("network")}<select name="chain">${networks.map(
        (chain) =>
          html`<option value="${chain}"${chain === entry.chain && html` selected`}>${networkName(chain)}</option>`,
      )}</select></label>
      <label>${say("backAddress")}<input name="address" value="${entry.address}" dir="ltr" required maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false"${wrong && html` aria-invalid="true" aria-describedby="wrong" autofocus`}></label>
      ${wrong && html`<p class="note bad" id="wrong" role="alert">${say(wrong)}</p>`}
      <button class="main">${say("backNext")}</button>
    </form>`,
  sure: ({ back: { crypto }, entry: { chain, address }, wrong }, say) => html`
    <dl class="ask">
      <div class="field"><dt>${say("backAddress")}</dt><dd><code class="value" translate="no">${address}</code></dd></div>
      <div class="field"><dt>${say("network")}</dt><dd><bdi translate="no">${say("assetOnNetwork", { asset: crypto.asset, network: networkName(chain) })}</bdi></dd></div>
    </dl>
    <p class="only">${say("backSureHint")}</p>
    ${wrong && html`<p class="note bad" role="alert">${say(wrong)}</p>`}
    <form method="post" class="ask">
      <input type="hidden" name="chain" value="${chain}"><input type="hidden" name="address" value="${address}">
      <button class="main" name="sure" value="yes">${say("backYes")}</button>
      <button name="sure" value="no">${say("backNo")}</button>
    </form>`,
  entered: ({ entry: { address } }, say) => html`
    <dl class="ask"><div class="field"><dt>${say("backAddress")}</dt><dd><code class="value" translate="no">${ends(address)}</code></dd></div></dl>
    <p>${say("backThanksHint")}</p>`,
}
