import { SHOPPER_STATES } from "../core/payment/shopper-answer"
import { LANGUAGES, PAY_PAGE_LANGUAGES } from "../core/text/pay-page-texts"
import { boughtRows } from "./bought-rows"
import { displayMoney, fill, leftOf, type Money } from "./display"
import { brandBar, documentOf, support } from "./document"
import { Html, html } from "./html"
import {
  asksShop,
  offersAssets,
  type PayPage,
  type PayPageInput,
  pageState,
  sentBackDay,
  versionOf,
} from "./page-input"
import { FIND_WALLET, PAY_PAGE_SCRIPT } from "./script"
import { browserWallet, coins, confirming, expired, otherAssets, paid, refusal, waiting } from "./states"

/** Seconds. A page without a script refreshes no more often, so that people can read and copy. */
const LEAST_REFRESH_SECONDS = 30

/** The scripts are constants and contain nothing from the request, so they need no escaping. */
const SCRIPT_TEXT = new Html(PAY_PAGE_SCRIPT)
const FIND_WALLET_TEXT = new Html(FIND_WALLET)

export function renderPayPage(input: PayPageInput): string {
  const page: PayPage = { ...input, say: (name, values = {}) => fill(input.texts[name], values) }
  const { view, say, language, nonce, storefrontUrl } = page
  const poll = view.next_poll_seconds
  const showsBack = storefrontUrl !== undefined && view.status !== "paid"
  const back = showsBack && { url: storefrontUrl, label: say("backToShop") }
  const title = titleOf(page)
  const refresh =
    poll !== null && html`<noscript><meta http-equiv="refresh" content="${refreshAfter(view, poll)}"></noscript>`
  const body = html`
    ${brandBar(page, back)}
    <p class="note bad" id="away" hidden>${say("offline")}</p>
    <main class="${pageState(page)}" data-title="${title}" data-state="${view.status}" data-version="${versionOf(page)}" data-poll="${poll ?? ""}" data-now="${view.server_time}" data-until="${view.quote_expires_at}">
      ${coins([view.asset, ...(offersAssets(page) ? page.offered : []).map(({ asset }) => asset)])}${head(page)}${stateOf(page)}${otherAssets(page)}${bought(page)}
    </main>
    <p class="sr" id="say" role="status" data-five="${say("fiveMinutes")}" data-one="${say("oneMinute")}" data-copied="${say("copied")}" data-failed="${say("copyFailed")}" data-none="${say("noWallet")}"></p>
    ${foot(page)}
    <script nonce="${nonce}">${SCRIPT_TEXT}${browserWallet(page) && FIND_WALLET_TEXT}</script>`
  return documentOf({ language, nonce, title, refresh }, page, body)
}

/** Seconds. Refreshes when the quote expires, so an expired address never stays on screen. */
function refreshAfter(view: PayPageInput["view"], poll: number): number {
  const usual = Math.max(poll, LEAST_REFRESH_SECONDS)
  return view.status === "waiting" ? Math.min(usual, Math.ceil(leftOf(view) / 1000) + 1) : usual
}

function stateOf(page: PayPage): Html {
  switch (page.view.status) {
    case "waiting":
      return waiting(page)
    case "confirming":
      return page.view.state === "canceled" ? expired(page) : confirming(page)
    case "paid":
      return paid(page)
    case "expired":
      return expired(page)
  }
}

/** The state comes first, because a browser's tab shows only the beginning of a title. */
function titleOf(page: PayPage): string {
  const { view, say, language, shopName } = page
  const sum = view.amount ? ` · ${displayMoney(view.amount, language)}` : ""
  const order = view.order ? ` · ${say("order", { number: view.order.display_id })}` : ""
  const shop = shopName ? ` · ${shopName}` : ""
  return `${say(pageState(page), { date: sentBackDay(page) })}${sum}${order}${shop}`
}

const foot = (page: PayPage): Html => html`
  <footer class="foot">${wrongPayment(page)}${!asksShop(page) && support(page, page.say("support"))}${languages(page)}</footer>`

/** For a shopper whose money may never be seen, because it does not match the quote. */
const wrongPayment = ({ view, choosing, say }: PayPage): Html | false =>
  view.status !== "paid" &&
  !choosing &&
  html`<details><summary>${say("wrongPayment")}</summary><p>${say("wrongPaymentHint")}</p></details>`

export const languages = ({ language, say }: Pick<PayPage, "language" | "say">): Html => html`
  <details><summary>${say("language")}: ${LANGUAGES[language].ownName}</summary><ul>
    ${PAY_PAGE_LANGUAGES.map(
      (one) =>
        html`<li><a href="?lang=${one}" lang="${one}" hreflang="${one}"${one === language && html` aria-current="true"`}>${LANGUAGES[one].ownName}</a></li>`,
    )}
  </ul></details>`

const STEPS = ["stepWaiting", "stepConfirming", "stepPaid"] as const

/** The amount, the order's number and the steps. Every state shows it. */
function head(page: PayPage): Html {
  const { view, say, language } = page
  return html`
    ${view.test_mode && html`<p class="note test">${say("testMode")}</p>`}
    ${refusal(page, "top")}
    <div class="head">
      ${view.amount && html`<div><p class="soft">${say(isTotal(page) ? "total" : "amount")}</p><p class="sum"><bdi dir="ltr">${displayMoney(view.amount, language)}</bdi></p></div>`}
      ${view.order && html`<p class="soft">${say("order", { number: view.order.display_id })}</p>`}
    </div>
    ${steps(page)}`
}

/** Whether the payment is for all of the order, whose summary may say another total. */
const isTotal = ({ view, bought }: PayPage): boolean => !bought || bought.total.minor === view.amount?.minor

/** Shows the current step by signs and `aria-current`, not by colour alone (WCAG 1.4.1). */
function steps({ view, say }: PayPage): Html | null {
  const now = SHOPPER_STATES[view.state].step
  if (now === null) return null
  return html`<ol class="steps" aria-label="${say("steps")}">
    ${STEPS.map((name, place) => {
      const done = place < now
      const sign = (done || place === now) && html`<span aria-hidden="true">${done ? "✓ " : "● "}</span>`
      const current = place === Math.min(now, STEPS.length - 1) && html` aria-current="step"`
      return html`<li${current}${done && html` class="done"`}>${sign}${say(name)}</li>`
    })}
  </ol>`
}

/** A page has a limit of 30 kB, and one that asks for money also has QR codes. */
const BEFORE_PAYMENT = { items: 3, letters: 32 }
const ON_RECEIPT = { items: 40, letters: 80 }

/** What the payment is for: folded before it, open on the receipt. */
function bought(page: PayPage): Html | undefined {
  const { view, say, language } = page
  if (!page.bought) return undefined
  const isReceipt = view.receipt !== null
  const money = (amount: Money) => displayMoney(amount, language)
  const rows = boughtRows(page.bought, { say, money }, isReceipt ? ON_RECEIPT : BEFORE_PAYMENT)
  return html`
    <details class="bought"${isReceipt && html` open`}><summary>${say("bought")}</summary><dl>
      ${rows.map(([label, amount]) => html`<dt>${label}</dt><dd>${amount}</dd>`)}
    </dl></details>`
}
