import { randomBytes } from "node:crypto"
import { Html, html } from "../../pay-page/html"
import type { Controls } from "../controls"
import type { Answer } from "../http/call"
import { callsPanel, endpointsPanel, keysPanel, type PageKeys, settingsPanel } from "./panels"
import { paymentCard } from "./payment-card"
import { SANDBOX_SCRIPT } from "./script"
import { SANDBOX_STYLE } from "./style"

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
