import { type Bitmap2D, correction, generate } from "lean-qr"
import { assetKeyOf, type OfferedAsset } from "../core/assets/choices"
import { markOf } from "../core/assets/marks"
import { assetName, networkName } from "../core/assets/registry"
import { walletChain } from "../core/money/payment-uri"
import { SHOPPER_STATES } from "../core/payment/shopper-answer"
import { enWallet } from "../core/text/pay-page/en-wallet"
import type { PayPageTextName } from "../core/text/pay-page-texts"
import { digitGroups, displayMoney, displayRate, displayTime, displayTimeLeft, leftOf } from "./display"
import { support } from "./document"
import { Html, html } from "./html"
import { asksShop, isChosen, offersAssets, offersRest, type PayPage, pageState, sentBackDay } from "./page-input"
import { type WalletJob, walletJob } from "./wallet-button"

/** With less time left the page offers a new price. The script has the same figure. */
const MORE_TIME_MS = 60_000

/** For a valid quote: what a wallet needs, as a link, a QR code and text. */
export function waiting(page: PayPage): Html {
  const { view, say } = page
  const { asset, chain, uri } = view
  const left = leftOf(view)
  const values = { asset, network: networkName(chain), amount: view.pay_amount.display }
  const code = uri && qrSvg(uri, html`${say("qrLabel", values)}`, "qr")
  const plain = view.address && qrSvg(view.address, html`${say("addressCode")}`, code ? "code" : "qr")
  return html`
    <div class="now">
      ${coin(asset)}<div><h1 tabindex="-1">${say("payWith", { asset: assetName(asset) })}</h1><p class="soft">${say("waiting")}</p></div>
      <p><span class="soft">${say("timeLeft")}</span> <span role="timer" aria-label="${say("timeLeft")}">${displayTimeLeft(Math.max(0, Math.ceil(left / 1000)))}</span></p>
    </div>
    <form method="post" class="more"${left > MORE_TIME_MS && html` hidden`}>
      <p class="soft">${say("moreTime")}</p><button>${say("newPrice")}</button>
    </form>
    ${refusal(page, "price")}
    <div class="grid">
      ${uri && html`<a class="button main wallet" href="${uri}">${say("openWallet")}</a>`}
      <div class="fields">
        ${browserWallet(page)}
        <p class="only">${sendOnly(page)} <span class="soft">${say("sendOnlyWhy")} ${say("networkFee")}</span></p>
        <dl class="field amount">
          <dt>${say("amount")}</dt>
          <dd>${shownCrypto(view.pay_amount)}</dd>
          ${copyButton(page, "copyAmount", view.pay_amount.display)}
        </dl>
        <dl class="field address">
          <dt>${say("address")}</dt>
          <dd><bdi class="value" translate="no">${emphasized(view.address ?? "")}</bdi></dd>
          ${copyButton(page, "copyAddress", view.address ?? "")}
        </dl>
        <p class="soft">${rate(page)} · ${say("rateLocked")}</p>
      </div>
      ${code ? scan(code, say("scan")) : plain && scan(plain, say("addressCodeHint"))}
    </div>
    ${
      // For wallets that cannot read a payment URI. If no code can hold the URI, the other place shows this code.
      code &&
      plain &&
      html`<details class="plain"><summary>${say("addressCode")}</summary>
    ${scan(plain, say("addressCodeHint"))}</details>`
    }
    <noscript><p class="soft">${say("refreshes")}</p></noscript>`
}

/** The names stay as they are when a browser translates the page. */
const sendOnly = ({ view: { asset, chain }, texts }: PayPage): Html => {
  const names: Record<string, string> = { asset, network: networkName(chain) }
  const parts = texts.sendOnly.split(/\{(\w+)\}/)
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : html`<bdi translate="no">${names[part]}</bdi>`))}`
}

const scan = (code: Html, hint: string): Html => html`<div class="scan">${code}<p class="soft">${hint}</p></div>`

const copyButton = ({ say }: PayPage, label: "copyAmount" | "copyAddress", text: string): Html =>
  html`<dd><button type="button" class="copy" data-copy="${text}" aria-label="${say(label)}">${say("copy")}</button></dd>`

/** Makes both ends bold, because people compare those. Adds no characters, so a copied selection is the address. */
function emphasized(address: string): Html {
  const ends = address.length > 20 ? 6 : 0
  const middle = address.slice(ends, address.length - ends)
  return ends === 0 ? html`${address}` : html`<b>${address.slice(0, ends)}</b>${middle}<b>${address.slice(-ends)}</b>`
}

const sign = (path: string): Html =>
  new Html(`<span class="sign" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="${path}"/></svg></span>`)
const TICK = sign("M5 12.5l4.5 4.5L19 7.5")
const CLOCK = sign("M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2")
const RING = sign("M12 3a9 9 0 1 1-9 9")
const BACK = sign("M9 5L4 10l5 5M4 10h11a4.5 4.5 0 0 1 0 9h-4")

const contact = (page: PayPage) => asksShop(page) && support(page, page.say("support"), "button")

/** The money is on its way. The page no longer asks for payment, and says if the order was canceled. */
export function confirming(page: PayPage): Html {
  const { view, say } = page
  const { state, confirmations } = view
  const unclear = state === "unclear"
  const isSeen = confirmations > 0
  const unclearHint = isSeen ? "heldHint" : "notNowHint"
  return html`
    <div class="end">
      ${unclear ? CLOCK : RING}<h1 tabindex="-1">${say(state)}</h1>
      ${(!unclear || isSeen) && html`<p>${say("confirmations", { count: confirmations })}</p>`}
      <p class="soft">${say(unclear ? unclearHint : state === "canceledSeen" ? "canceledPaidHint" : "confirmingHint")}</p>
      ${receipt(page)}
      ${browserWallet(page)}
      ${state === "confirming" && html`<p class="note">${say("confirmingHelp")}</p>`}
      ${contact(page)}
    </div>`
}

/** The name of a text about money that arrived; not every state has one. */
function paidHint({ view: { state, goes_back_at }, storefrontUrl }: PayPage): string {
  if (goes_back_at && state !== "sentBack") return "goesBackHint"
  return state === "unfinished" && !storefrontUrl ? "heldHint" : `${state}Hint`
}

/** The money arrived. Only an order that took it and owes nothing more gets a tick and thanks. */
export function paid(page: PayPage): Html {
  const { view, say, language, storefrontUrl } = page
  const { state, outstanding } = view
  const hint = paidHint(page)
  const amount = outstanding ? displayMoney(outstanding, language) : ""
  return html`
    <div class="end">
      ${state === "paid" ? TICK : state === "sentBack" ? BACK : CLOCK}<h1 tabindex="-1">${say(state, { date: sentBackDay(page) })}</h1>
      ${hint in page.texts && html`<p>${say(hint as PayPageTextName, { amount })}</p>`}
      ${offersRest(page) && html`<form method="post"><button class="main">${say("payRest", { amount })}</button></form>`}
      ${state === "part" && !page.refused && !page.offered.some(({ available }) => available) && html`<p class="note">${say("unavailable")}</p>`}
      ${refusal(page, "price")}
      ${receipt(page)}
      ${browserWallet(page)}
      ${storefrontUrl && html`<a class="button${!offersRest(page) && html` main`}" href="${storefrontUrl}" target="_top">${say("backToShop")}</a>`}
      ${contact(page)}
    </div>`
}

/** Why a page has no address, with the text of the button, if there is something to do. */
const WHY = {
  expired: "newPrice",
  replaced: "showNewer",
  changed: "newPrice",
  closed: null,
  canceled: null,
  alreadyPaid: null,
  notNow: null,
  choose: null,
} as const

/** Shows no address, and tells shoppers who have paid that their money is not lost, so they do not pay again. */
export function expired(page: PayPage): Html {
  const { say } = page
  const why = pageState(page) as keyof typeof WHY
  const hint = why !== "alreadyPaid" && (`${why}Hint` as const)
  const button = WHY[why]
  return html`
    <div class="end">
      ${why !== "choose" && CLOCK}<h1 tabindex="-1">${say(why)}</h1>
      ${browserWallet(page)}
      ${hint && html`<p>${say(hint)}</p>`}
      ${button && html`<form method="post"><button class="main">${say(button)}</button></form>`}
      ${refusal(page, "price")}
      ${why === "choose" && !page.offered.some(({ available }) => available) && html`<p class="note">${say("unavailable")}</p>`}
      ${!page.hadNoAddress && why !== "notNow" && why !== "choose" && html`<p class="note">${say("alreadySent")}</p>`}
      ${contact(page)}
    </div>`
}

const IN_UTC = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const

/**
 * What was paid, to keep or print. No amount if the status is unclear or a canceled order's money is on its way,
 * because another amount may have come.
 */
function receipt(page: PayPage): Html | null {
  const { view, say, language } = page
  if (!view.receipt) return null
  const { state, asset, chain, pay_amount, payouts } = view
  const { address, explorer_url, time } = view.receipt
  const network = networkName(chain)
  const row = (name: "amount" | "network" | "address" | "time" | "refund", value: Html) =>
    html`<dt>${say(name)}</dt><dd>${value}</dd>`
  return html`
    <dl class="receipt">
      ${state !== "unclear" && state !== "canceledSeen" && row("amount", shownCrypto(pay_amount))}
      ${row("network", html`${coin(asset)} <bdi translate="no">${network === assetName(asset) ? network : say("assetOnNetwork", { asset, network })}</bdi>`)}
      ${row("address", onExplorer(address, explorer_url))}
      ${time && row("time", html`<time datetime="${time}">${displayTime(time, language, IN_UTC)} UTC</time>`)}
      ${payouts.map(({ amount, sent, at, transaction: { id, explorer_url } }) => {
        const when = displayTime(at, language, { dateStyle: "medium", timeZone: "UTC" })
        const money = html`<bdi dir="ltr">${displayMoney(amount, language)}</bdi> · ${shownCrypto(sent)} · ${when}`
        return row("refund", html`${money}<br>${onExplorer(id, explorer_url)}`)
      })}
    </dl>
    <p class="soft">${rate(page)}${view.status === "paid" && view.confirmations > 0 && html` · ${say("confirmations", { count: view.confirmations })}`}</p>`
}

/** An amount of an asset, which a browser's translation must not change and one click selects without its unit. */
export const shownCrypto = ({ display, asset }: PayPage["view"]["pay_amount"]): Html =>
  html`<bdi class="crypto" dir="ltr" translate="no"><span class="value">${digitGroups(display).map((digits) => html`<span>${digits}</span>`)}</span> ${asset}</bdi>`

const onExplorer = (text: string, url: string | null): Html =>
  url
    ? html`<a class="value" href="${url}" target="_blank" rel="noreferrer">${text}</a>`
    : html`<bdi class="value">${text}</bdi>`

/** Price of one whole unit of the asset; null if the page asks for no money. */
const rate = ({ view, say, language }: PayPage): Html | null =>
  view.amount &&
  html`<bdi dir="ltr">${say("rate", { asset: view.asset, price: displayRate(view.rate, view.amount, language) })}</bdi>`

/**
 * A place for the buttons of browser wallets and for the link to the transaction that one sent, also after the price
 * expired and once the money is seen. It stays empty without a script or a wallet.
 */
export function browserWallet({ view, say, token }: PayPage): Html | null {
  const { wallet, asset, chain: on, status, test_mode } = view
  const chain = walletChain(on, test_mode)
  if (!chain || !token || (status === "waiting" && !wallet)) return null
  const values = { asset, network: networkName(on), coin: chain.nativeCurrency.symbol }
  const job: WalletJob = {
    ...walletJob(token, view, enWallet, (name) => say(name, values)),
    classNames: ["button main", "soft", "", ""],
    url: "",
  }
  return html`<div class="wallets" data-wallet='${inQuotes(job)}'></div>`
}

/** JSON for an attribute in single quotes, which is shorter than escaping JSON's many double quotes. */
const inQuotes = (value: unknown): Html =>
  new Html(JSON.stringify(value).replace(/[&'<]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`))

/** Light modules around the code, which scanners need to find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A longer text gets level L: its modules stay large enough to scan, and two codes keep the page below 30 kB. */
const LONG = 200

/**
 * A text, byte for byte, as a QR code in SVG. It is black on white in the page's dark style too.
 * @param label text for screen readers
 * @returns undefined for a text that is too long for any QR code (2953 bytes at level L)
 */
function qrSvg(text: string, label: Html, className: "qr" | "code"): Html | undefined {
  const code = bitmapOf(text)
  if (!code) return undefined
  const size = code.size + 2 * QUIET_ZONE
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`
  return new Html(
    `<svg class="${className}" role="img" aria-label="${label.text}" viewBox="${box}" shape-rendering="crispEdges">` +
      `<path fill="#fff" d="M${-QUIET_ZONE} ${-QUIET_ZONE}h${size}v${size}h${-size}z"/><path stroke="#000" d="${runsOf(code)}"/></svg>`,
  )
}

function bitmapOf(text: string): Bitmap2D | undefined {
  try {
    return generate(text, { minCorrectionLevel: text.length > LONG ? correction.L : correction.M })
  } catch {
    return undefined
  }
}

/** One line for each run of dark modules, relative to the end of the last one: far shorter than the library's outlines. */
function runsOf(code: Bitmap2D): string {
  let path = "M0 .5"
  let [endX, endY] = [0, 0]
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      const start = x
      while (code.get(x, y)) x++
      if (x === start) continue
      path += `m${start - endX} ${y - endY}h${x - start}`
      endX = x
      endY = y
    }
  }
  return path
}

/** What paying in crypto saves, and the offered assets as a form. The chosen and unavailable ones have no button. */
export function otherAssets(page: PayPage): Html | null {
  const { offered, refused, say, language } = page
  const discount = offered[0]?.discount
  const saved =
    discount &&
    html`<p class="soft">${say("cryptoSaves", { amount: displayMoney(discount.amount ?? { display: discount.percentage, currency: "%" }, language) })}</p>`
  if (!offersAssets(page)) return saved ?? null
  const item = (one: OfferedAsset) => html`<li>${choice(one, page)}${refusal(page, assetKeyOf(one))}</li>`
  const list = html`<form method="post"><ul class="assets">${offered.map(item)}</ul></form>`
  if (page.choosing) return list
  return html`${saved}<details${refused?.choice !== undefined && html` open`}><summary>${say("otherAsset")}</summary>
    ${page.view.state !== "part" && html`<p class="soft">${say("otherAssetHint")}</p>`}
    ${list}
  </details>`
}

function choice(one: OfferedAsset, page: PayPage): Html {
  const { say } = page
  const { asset, chain, available } = one
  const name = chain ? say("assetOnNetwork", { asset, network: networkName(chain) }) : assetName(asset)
  const named = (small: Html | false) =>
    html`${coin(asset)}<span>${name}${small && html` <small>${small}</small>`}</span>`
  if (isChosen(one, page)) return html`<p class="out on">${named(html`✓ ${say("chosen")}`)}</p>`
  if (!available) return html`<p class="out">${named(html`${say("outNow")}`)}</p>`
  return html`<button name="choice" value="${assetKeyOf(one)}">${named(!chain && html`${asset}`)}</button>`
}

/** Shows the mark of an asset that `coins` drew. Screen readers skip it, because the asset's name is next to it. */
export const coin = (asset: string): Html => html`<svg class="coin" aria-hidden="true"><use href="#${asset}"/></svg>`

/** Draws each mark once, because the page shows a token once for each of its networks. */
export const coins = (assets: readonly string[]): Html =>
  html`<svg hidden>${[...new Set(assets)].map((asset) => html`<symbol id="${asset}" viewBox="0 0 24 24">${drawn(asset)}</symbol>`)}</svg>`

function drawn(asset: string): Html {
  const mark = markOf(asset)
  const sign =
    "path" in mark
      ? html`<path d="${mark.path}"/>`
      : html`<text x="12" y="16" text-anchor="middle">${mark.letter}</text>`
  return html`<circle cx="12" cy="12" r="12" fill="${mark.color}"/>${sign}`
}

/**
 * A refusal is shown beside the button that was pressed: the value of an asset's button, "price" for the new-price button,
 * or "top" if that button is gone.
 */
function placeOf(page: PayPage): string | undefined {
  if (!page.refused) return undefined
  const { choice } = page.refused
  if (choice === undefined) return offersPrice(page) || offersRest(page) ? "price" : "top"
  return offersAssets(page) && page.offered.some((one) => assetKeyOf(one) === choice) ? choice : "top"
}

const offersPrice = ({ view: { state }, choosing }: PayPage): boolean =>
  state === "waiting" || (!choosing && SHOPPER_STATES[state].next === "price")

/** `autofocus` makes the browser scroll to it, even without a script. */
export const refusal = (page: PayPage, place: string): Html | undefined =>
  page.refused && placeOf(page) === place
    ? html`<p class="note bad" tabindex="-1" autofocus role="alert">${page.say(page.refused.why)}</p>`
    : undefined
