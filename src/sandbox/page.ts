import { randomBytes } from "node:crypto"
import { ASSETS } from "../core/assets/registry"
import { Html, html } from "../pay-page/html"
import type { Controls } from "./controls"
import { CURRENCIES, fromUnits } from "./payments"
import type { Answer } from "./server"
import { walletsOf } from "./store-api"
import type { Delivery, RecordedRequest, SandboxEndpoint, SandboxPayment, SandboxStatus, Settings } from "./types"
import { accepted } from "./webhooks"

/** How many payments are shown, newest ones. */
const SHOWN_PAYMENTS = 50

type PageInput = { status: number; notice: string | null; controls: Controls; keys: PageKeys }

function paymentsSection(controls: Controls): Html {
  const payments = controls.payments().reverse().slice(0, SHOWN_PAYMENTS)
  if (payments.length === 0) {
    return html`<p class="empty">No payments yet. Choose crypto at a checkout that uses this sandbox, and come back to pay.</p>`
  }
  const deliveries = controls.deliveries()
  const deliveriesOf = (id: string) => deliveries.filter(({ payment }) => payment === id)
  return html`${payments.map((payment) => paymentCard(payment, deliveriesOf(payment.id)))}`
}

/** The whole page. Only its own style and script run in it, because it shows data from other parties. */
export function renderPage({ status, notice, controls, keys }: PageInput): Answer {
  const nonce = randomBytes(16).toString("base64")
  const policy = [
    "default-src 'none'",
    // For the empty icon, which keeps a browser from requesting one.
    "img-src data:",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Payment sandbox</title><link rel="icon" href="data:,">
<style nonce="${nonce}">${new Html(SANDBOX_STYLE)}</style>
<noscript><meta http-equiv="refresh" content="5"></noscript></head>
<body>
<header class="top"><h1>Payment sandbox</h1><p>Test networks only: no money moves here.</p></header>
${notice !== null && html`<p class="notice" role="alert">${notice}</p>`}
<div class="grid">
<main><h2>Payments</h2><div id="payments" data-live>${paymentsSection(controls)}</div></main>
<aside>
<section class="panel"><h2>Service</h2><div id="settings" data-live>${settingsPanel(controls.settings())}</div></section>
<section class="panel"><h2>Webhook endpoints</h2><div id="endpoints" data-live>${endpointsPanel(controls.endpoints())}</div>
<form class="add" method="post" action="/sandbox/endpoints">
<label>Address <input name="url" type="url" required placeholder="http://localhost:9000/hooks/…"></label>
<label>Secret <input name="secret" placeholder="random if left empty" autocomplete="off"></label>
<div><button>Add endpoint</button></div></form></section>
<section class="panel"><h2>Latest calls</h2><div id="calls" data-live>${callsPanel(controls.requests())}</div></section>
<section class="panel"><h2>Connection</h2>${keysPanel(keys)}</section>
</aside></div>
<script nonce="${nonce}">${new Html(SANDBOX_SCRIPT)}</script>
</body></html>`
  return {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy.join("; "),
      "X-Content-Type-Options": "nosniff",
    },
    body: page.text,
  }
}

const SHOWN_CALLS = 12

export type PageKeys = { url: string; apiKey: string; secretKey: string }

function setting(name: string, on: boolean, whenOn: [string, string], whenOff: [string, string]): Html {
  const [state, change] = on ? whenOn : whenOff
  return html`<li><span class="${!on && "bad"}">${state}</span>${button("settings", change, { [name]: String(!on) })}</li>`
}

function walletSwitches(unavailable: readonly string[]): Html[] {
  return ASSETS.flatMap((asset) =>
    walletsOf(asset).map(({ chain, name }) => {
      const on = !unavailable.includes(name)
      const fields = { "wallet.asset": asset, "wallet.chain": chain ?? "", "wallet.available": String(!on) }
      return html`<li class="${on ? "on" : "off"}">${button("settings", name, fields)}</li>`
    }),
  )
}

const settingsPanel = ({ storeEnabled, delivering, perMinuteCap, unavailable }: Settings): Html => html`
<ul class="switches">
${setting("storeEnabled", storeEnabled, ["New payments taken", "Refuse"], ["New payments refused", "Take"])}
${setting("delivering", delivering, ["Events delivered", "Lose them"], ["Events lost", "Deliver"])}
<li><span>Calls a minute</span><span>${perMinuteCap}</span></li>
</ul>
<h3>Wallets</h3>
<ul class="wallets">${walletSwitches(unavailable)}</ul>`

const endpointsPanel = (endpoints: readonly SandboxEndpoint[]): Html =>
  endpoints.length === 0
    ? html`<p class="hint">None yet: events go nowhere.</p>`
    : html`<ul class="endpoints">${endpoints.map(
        ({ id, url, secret, previousSecret }) => html`<li><p class="address">${url}</p>
<details><summary>Secret</summary><p class="address">${secret}</p></details>
${button(`endpoints/${id}/rotate`, "Rotate secret")}${previousSecret !== null && button(`endpoints/${id}/retire`, "End old secret")}
${button(`endpoints/${id}/remove`, "Remove")}</li>`,
      )}</ul>`

const callLine = ({ method, path, status, at }: RecordedRequest): Html =>
  html`<li><b class="${accepted({ status }) ? "good" : "bad"}">${status || "cut"}</b>
<span title="${at}">${method} ${path.replace("/v1/store-api/", "…/")}</span></li>`

const callsPanel = (requests: readonly RecordedRequest[]): Html =>
  requests.length === 0
    ? html`<p class="hint">None yet.</p>`
    : html`<ol class="calls">${requests.slice(-SHOWN_CALLS).reverse().map(callLine)}</ol>
<p class="hint">A 404 followed by a 401 can be the plugin's connection test.</p>`

const keysPanel = ({ url, apiKey, secretKey }: PageKeys): Html => html`<dl>
<dt>Base URL</dt><dd>${url}</dd>
<dt>API key</dt><dd>${apiKey}</dd>
<dt>Secret key</dt><dd>${secretKey}</dd>
</dl>`

/** How many attempts are shown for one payment, newest ones. */
const SHOWN_DELIVERIES = 6

/** "0.00089983 BTC": exact, so that a payer can type it. */
const payText = ({ payAmount }: SandboxPayment): string =>
  `${fromUnits(BigInt(payAmount.base), payAmount.decimals)} ${payAmount.asset}`

/** "49.90 EUR": with all decimals of the currency. */
function moneyText({ displayAmount: { minor, currency } }: SandboxPayment): string {
  const exponent = CURRENCIES.get(currency)?.exponent ?? 0
  const digits = String(minor).padStart(exponent + 1, "0")
  return `${digits.slice(0, digits.length - exponent)}${exponent ? `.${digits.slice(-exponent)}` : ""} ${currency}`
}

const clockTime = (iso: string): string => `${iso.slice(11, 19)} UTC`
const at = (iso: string): Html => html`<time datetime="${iso}">${clockTime(iso)}</time>`

type Act = (verb: string, label: string, fields?: Record<string, string>, className?: string) => Html

type Shown = { word: string; situation: (payment: SandboxPayment) => Html; actions: (act: Act) => Html[] }

const UNCONFIRMED = { complete: "false" }

const SHOWN: Record<SandboxStatus, Shown> = {
  awaiting_payment: {
    word: "Awaiting payment",
    situation: ({ quoteExpiresAt: end }) =>
      html`quote ends <time datetime="${end}" data-until>at ${clockTime(end)}</time>`,
    actions: (act) => [
      act("pay", "Pay", {}, "main"),
      act("pay", "Pay, unconfirmed", UNCONFIRMED),
      act("expire", "Let it expire"),
    ],
  },
  confirming: {
    word: "Confirming",
    situation: ({ confirmations }) => html`${confirmations} confirmed`,
    actions: (act) => [act("confirm", "Add a confirmation", {}, "main")],
  },
  expired: {
    word: "Expired",
    situation: ({ quoteExpiresAt }) => html`quote ended ${at(quoteExpiresAt)}`,
    actions: (act) => [act("pay-late", "Pay late", {}, "main"), act("pay-late", "Pay late, unconfirmed", UNCONFIRMED)],
  },
  completed: {
    word: "Completed",
    situation: ({ completedAt, confirmations }) => html`cleared ${at(completedAt ?? "")}, ${confirmations} confirmed`,
    actions: (act) => [act("deliver", "Send the event again"), act("confirm", "Add a confirmation")],
  },
}

const mark = (delivery: Delivery): Html =>
  html`<li class="${accepted(delivery) ? "good" : "bad"}" title="attempt ${delivery.attempt} to ${delivery.url} at ${delivery.at}">${delivery.status ?? delivery.error}</li>`

function paymentCard(payment: SandboxPayment, deliveries: readonly Delivery[]): Html {
  const { id, status, chain, address, uri, createdAt, seenAt, reported } = payment
  const { word, situation, actions } = SHOWN[status]
  const act: Act = (verb, ...rest) => button(`payments/${id}/${verb}`, ...rest)
  const shown = deliveries.slice(-SHOWN_DELIVERIES)
  return html`<article class="card ${status}">
<header>
<h3>${payText(payment)}</h3><p class="fiat">${moneyText(payment)}</p>
<p class="status">${reported ? `Reported as ${reported.status}` : word}</p>
</header>
<p class="about"><span>${chain}</span><span>${situation(payment)}</span></p>
<p class="address">${address}</p>
<div class="foot"><div class="actions">${actions(act)}${seenAt === null && reportForm(payment)}</div>
${shown.length > 0 && html`<ul class="marks" aria-label="Event deliveries, oldest first">${shown.map(mark)}</ul>`}</div>
<footer><span>${id}</span><span>asked ${clockTime(createdAt)}</span><a href="${uri}">Payment URI</a></footer>
</article>`
}

const reportForm = ({ id, reported }: SandboxPayment): Html => html`
<form class="report" method="post" action="/sandbox/payments/${id}/report">
<input name="status" value="${reported?.status ?? "underpaid"}" required aria-label="Status word" autocomplete="off">
<button id="report-${id}" class="quiet">Report this status</button></form>`

/** A form with one button, which works without script. */
function button(action: string, label: string, fields: Record<string, string> = {}, className = "quiet"): Html {
  // The same after each refresh, so that the script can restore the focus.
  const id = [action, ...Object.entries(fields).flat()].join(" ").replace(/[^a-z0-9]+/gi, "-")
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form method="post" action="/sandbox/${action}">${hidden}<button id="${id}" class="${className}">${label}</button></form>`
}

/** How often the page refreshes, in milliseconds. */
const REFRESH_MS = 2_000

/**
 * The page's only script: counts quotes down and replaces the parts that changed; without it the page reloads. A part
 * stays while text in it is selected, a detail is open or a field has the focus.
 */
const SANDBOX_SCRIPT = `
const parts = new Map()
const busy = (part) => {
  const selection = getSelection()
  return (selection && !selection.isCollapsed && part.contains(selection.anchorNode)) || part.querySelector("details[open],input:focus")
}
const tick = () => {
  for (const time of document.querySelectorAll("time[data-until]")) {
    const left = Math.max(0, Math.round((Date.parse(time.dateTime) - Date.now()) / 1000))
    const text = "in " + Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0")
    if (time.textContent !== text) time.textContent = text
  }
}
const refresh = async () => {
  try {
    const answer = await fetch("/sandbox")
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html")
    for (const part of fresh.querySelectorAll("[data-live]")) {
      const shown = document.getElementById(part.id)
      if (!shown || parts.get(part.id) === part.innerHTML || busy(shown)) continue
      const focused = shown.contains(document.activeElement) ? document.activeElement.id : ""
      parts.set(part.id, part.innerHTML)
      shown.replaceChildren(...part.childNodes)
      if (focused) document.getElementById(focused)?.focus()
    }
    document.body.classList.remove("away")
  } catch {
    document.body.classList.add("away")
  }
  tick()
}
tick()
setInterval(tick, 1000)
setInterval(() => { if (!document.hidden) refresh() }, ${REFRESH_MS})
`

/** The page's style: system fonts, light and dark, one column on a phone. */
const SANDBOX_STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#f5f4f0,#121416);--sheet:light-dark(#fff,#1b1e21);--ink:light-dark(#1d1f21,#e8e6e1);
--faint:light-dark(#6a6d70,#969b9f);--line:light-dark(#e2dfd8,#2d3135);--accent:light-dark(#0b6b5a,#4cc3a6);--on-accent:light-dark(#fff,#0c1f1a);
--good:light-dark(#13703f,#5fce93);--bad:light-dark(#b3261e,#ff8a80);--wait:light-dark(#8a5a00,#f0b85a)}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif;padding:clamp(16px,4vw,40px);max-width:1200px;margin:auto}
h1{font-size:1.5rem;letter-spacing:-.02em;line-height:1.2}h2{font-size:.95rem;font-weight:600;margin-bottom:10px}
h3{font-size:1.15rem;line-height:1.3;font-variant-numeric:tabular-nums}aside h3{font-size:.85rem;margin:14px 0 8px;color:var(--faint);font-weight:500}
ul,ol{list-style:none;padding:0}a{color:var(--accent)}
.top{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:baseline;margin-bottom:28px}.top p{color:var(--faint)}
.notice{background:light-dark(#fdecea,#3a1d1b);color:var(--bad);border-radius:8px;padding:10px 14px;margin-bottom:20px}
.away .top::after{content:"The sandbox is not answering.";color:var(--bad)}
.grid{display:grid;grid-template-columns:minmax(0,1fr) 320px;gap:28px;align-items:start}
@media(max-width:860px){.grid{grid-template-columns:minmax(0,1fr)}}
.card,.panel{background:var(--sheet);border:1px solid var(--line);border-radius:12px;padding:18px 20px}
.card{margin-bottom:14px}.panel{margin-bottom:14px;padding:16px 18px}
.card header{display:flex;flex-wrap:wrap;align-items:baseline;gap:2px 12px}.fiat{color:var(--faint)}
.status{margin-left:auto;font-size:.85rem;font-weight:600;color:var(--faint);display:flex;align-items:center;gap:7px}
.status::before{content:"";width:8px;height:8px;border-radius:50%;background:currentColor}
.awaiting_payment .status{color:var(--accent)}.confirming .status{color:var(--wait)}.completed .status{color:var(--good)}
.about{display:flex;flex-wrap:wrap;gap:0 18px;color:var(--faint);font-size:.9rem;margin-top:2px;font-variant-numeric:tabular-nums}
.about span:first-child{text-transform:capitalize}
.address,dd{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;overflow-wrap:anywhere;user-select:all}
.card .address{background:var(--ground);border-radius:7px;padding:8px 11px;margin:12px 0 14px}
.foot{display:flex;flex-wrap:wrap;gap:10px 16px;align-items:center;justify-content:space-between}
.actions,.marks,.wallets{display:flex;flex-wrap:wrap;gap:7px}
.marks li{font:12px/1 ui-monospace,monospace;padding:5px 7px;border-radius:6px;border:1px solid currentColor}
.good{color:var(--good)}.bad{color:var(--bad)}
.card footer{display:flex;flex-wrap:wrap;gap:2px 16px;margin-top:14px;padding-top:11px;border-top:1px solid var(--line);font-size:.8rem;color:var(--faint)}
@media(min-width:600px){.card footer a{margin-left:auto}}
button{font:inherit;font-size:.88rem;font-weight:550;padding:6px 13px;border-radius:8px;border:1px solid var(--line);background:transparent;color:var(--ink);cursor:pointer}
button:hover{border-color:var(--faint)}button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
button.main:hover{filter:brightness(1.08)}:is(button,input,summary,a):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.switches li{display:flex;justify-content:space-between;align-items:center;padding:4px 0;min-height:40px}
.wallets button{padding:3px 9px;font-size:.82rem}.wallets .off button{color:var(--bad);text-decoration:line-through}
.endpoints li{border-bottom:1px solid var(--line);padding-bottom:12px;margin-bottom:12px;display:grid;gap:6px;justify-items:start}
summary{cursor:pointer;font-size:.85rem;color:var(--faint)}
.add{display:grid;gap:8px;margin-top:12px}.add label{font-size:.85rem;color:var(--faint);display:grid;gap:3px}
input{font:inherit;font-size:.9rem;padding:7px 10px;border:1px solid var(--line);border-radius:8px;background:var(--ground);color:inherit;width:100%}
.report{display:flex;gap:7px}.report input{width:8em;padding-block:5px}.calls+.hint{font-size:.85rem;margin-top:8px}
.calls li{display:flex;gap:10px;font:12px/1.9 ui-monospace,monospace}.calls span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.calls b{min-width:3ch}dt{font-size:.8rem;color:var(--faint)}dd{margin-bottom:8px}.hint{color:var(--faint)}
.empty{border:1px dashed var(--line);border-radius:12px;padding:44px 24px;text-align:center;color:var(--faint)}
`
