import { textOn } from "../core/connection/branding"
import { directionOf, type PayPageLanguage, type PayPageTexts } from "../core/text/pay-page-texts"
import { Html, html } from "./html"

/** The look that a store gives its pay page. */
export type Brand = {
  shopName?: string | undefined
  /** URL of the logo, or the image itself as a data URI. */
  logoUrl?: string | undefined
  /** Width and height of the logo, so that nothing moves when it comes. */
  logoSize?: { width: number; height: number } | null | undefined
  /** `#rrggbb`, for the main button and for the steps that are done. */
  accentColor?: string | undefined
  /** `https:`, `mailto:` or `tel:`. */
  supportLink?: string | undefined
}

type Link = { url: string; label: string }

type Head = {
  language: PayPageLanguage
  nonce: string
  title: string
  refresh?: Html | false | undefined
  /** The page has fields to fill in. */
  fields?: boolean
}

/** A whole page with the store's icon and colour. */
export const documentOf = (
  { language, nonce, title, refresh, fields = false }: Head,
  { logoUrl, accentColor }: Brand,
  body: Html,
): string =>
  html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta name="robots" content="noindex">
      <title>${title}</title>
      ${refresh}
      ${logoUrl && html`<link rel="icon" href="${logoUrl}">`}
      <style nonce="${nonce}">${STYLE}${fields && FIELDS}${accentColor && accentStyle(accentColor)}</style>
    </head>
    <body>${body}</body>
    </html>`.text

const accentStyle = (color: string): Html => html`:root{--main:${color};--on-main:${textOn(color)}}
  main{border-top:.25rem solid var(--main)}.steps .done,.steps [aria-current]{border-color:var(--main)}`

/** The store's logo and name, and the link back to the shop. */
export const brandBar = ({ shopName, logoUrl, logoSize }: Brand, back?: Link | false): Html => html`
  <nav class="bar">
    ${(logoUrl || shopName) && html`<p>${logoUrl && html`<img src="${logoUrl}" alt=""${logoSize && html` width="${logoSize.width}" height="${logoSize.height}"`}>`}${shopName && html`<strong>${shopName}</strong>`}</p>`}
    ${back && html`<a href="${back.url}" target="_top">${back.label}</a>`}
  </nav>`

/** The support link, also as a button. An https link opens in a new tab, so the payment stays open. */
export const support = ({ supportLink }: Brand, label: string, className?: "button"): Html | undefined =>
  supportLink === undefined
    ? undefined
    : html`<a${className && html` class="${className}"`} href="${supportLink}"${/^https:/i.test(supportLink) ? html` target="_blank" rel="noreferrer"` : html` target="_top"`}>${label}</a>`

type Message = {
  language: PayPageLanguage
  nonce: string
  title: string
  text?: string
  /** The page reloads after `seconds`, and has a link for shoppers who do not want to wait. */
  again?: { seconds: number; label: string }
  shop?: { url: string; label: string } | false
  brand?: Brand
  support?: string
}

/** The page for an unknown token. It is the same for every such token. */
export function renderNotFound(
  language: PayPageLanguage,
  texts: PayPageTexts,
  nonce: string,
  { storefrontUrl, ...brand }: Brand & { storefrontUrl?: string | undefined },
): string {
  const shop = storefrontUrl !== undefined && { url: storefrontUrl, label: texts.backToShop }
  const { notFound: title, notFoundHint: text, support } = texts
  return renderMessage({ language, nonce, title, text, shop, brand, support })
}

/** A page with a title, a sentence and at most two links. */
export function renderMessage(message: Message): string {
  const { language, nonce, title, text, again, shop, brand = {} } = message
  const help = message.support && support(brand, message.support)
  const refresh = again && html`<meta http-equiv="refresh" content="${again.seconds}">`
  const body = html`${brandBar(brand)}<main><div class="end">
      <h1>${title}</h1>${text && html`<p>${text}</p>`}
      ${again && html`<a class="button main" href="">${again.label}</a>`}
      ${shop && html`<a class="button main" href="${shop.url}" target="_top">${shop.label}</a>`}
    </div></main>${help && html`<footer class="foot">${help}</footer>`}`
  return documentOf(
    { language, nonce, title: brand.shopName ? `${title} · ${brand.shopName}` : title, refresh },
    brand,
    body,
  )
}

/** A constant without anything from the request, so it needs no escaping. */
const styles = (text: string): Html => new Html(text.replaceAll("\n", ""))

/**
 * Light and dark, one column on a phone and two on a wide screen; the QR code is black on white in both. Lengths are in
 * rem, so that everything grows with the reader's text size.
 */
const STYLE = styles(`
:root{color-scheme:light;--ground:#f4f5f7;--sheet:#fff;--ink:#14171c;--soft:#59616d;--line:#dfe2e7;--tint:#f4f5f7;--main:#14171c;--on-main:#fff;
--good:#0c6b3d;--good-bg:#e7f5ed;--wait:#8a4b00;--wait-bg:#fdf2e0;--bad:#a3231a;--bad-bg:#fdeceb}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--ground:#0f1114;--sheet:#181b20;--ink:#eef0f3;--soft:#a3abb7;--line:#323740;--tint:#22262d;--main:#eef0f3;--on-main:#14171c;
--good:#6ad79c;--good-bg:#12301f;--wait:#f2bd6b;--wait-bg:#33260f;--bad:#ff9d94;--bad-bg:#3a1b19}.bar img{background:#fff;padding:.25rem}}
*{box-sizing:border-box;margin:0}[hidden]{display:none!important}
html{-webkit-text-size-adjust:100%}
body{background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;min-height:100vh;display:flex;flex-direction:column;align-items:center;gap:1rem;padding:1rem;overflow-wrap:anywhere}
.bar,main,.foot{width:100%;max-width:46rem}
.bar:empty{display:none}.bar,.bar p{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem}.bar{justify-content:space-between}.bar p{gap:.5rem .75rem}
.bar img{display:block;width:auto;height:2.5rem;max-width:10rem;object-fit:contain;border-radius:.375rem}
a{color:inherit}
h1,h2{font-size:1.125rem;line-height:1.35;font-weight:600;letter-spacing:-.01em}:is(h1,h2):focus{outline:0}
.soft{color:var(--soft);font-size:.875rem}
main{background:var(--sheet);border:1px solid var(--line);border-radius:1rem;padding:1.25rem;display:grid;gap:1.125rem}
.head{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:flex-end;justify-content:space-between}
.sum{font-size:2rem;line-height:1.15;font-weight:650;letter-spacing:-.025em;font-variant-numeric:tabular-nums}
.note{border-radius:.625rem;padding:.625rem .875rem;font-size:.875rem;border:1px solid currentColor}
.test{color:var(--wait);background:var(--wait-bg)}.bad{color:var(--bad);background:var(--bad-bg)}
.steps{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.5rem;font-size:.8125rem;color:var(--soft)}
.steps li{flex:1 1 0;min-width:fit-content;overflow-wrap:break-word;border-top:.1875rem solid var(--line);padding-top:.5rem}
.steps .done,.steps [aria-current]{color:var(--ink);border-color:var(--ink)}.steps [aria-current]{font-weight:600}
.paid .steps li{border-color:var(--good)}
.now{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem}.now div{flex:1 1 10rem}.coin{width:1.25rem;height:1.25rem;flex:none;vertical-align:-.25rem}.now .coin{width:2.5rem;height:2.5rem}.assets .coin{width:1.75rem;height:1.75rem}symbol path{fill:none;stroke:#fff;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}symbol text{fill:#fff;font-size:.75rem}
[role=timer]{font-size:1.25rem;font-weight:600;font-variant-numeric:tabular-nums;unicode-bidi:isolate}
.more{order:1;display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between}
.grid{display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
.fields{display:grid;gap:1rem;align-content:start}
.only{font-weight:600;border-inline-start:.25rem solid var(--wait);padding-inline-start:.75rem}.only .soft{font-weight:400;display:block}
.field{display:flex;flex-wrap:wrap;gap:.125rem .75rem;align-items:center}
.field dt{flex:1 0 100%;color:var(--soft);font-size:.875rem}.field dt+dd{flex:1 1 8rem;min-width:0}
.field dd{font-size:1.0625rem;font-variant-numeric:tabular-nums}
.value{user-select:all;-webkit-user-select:all;unicode-bidi:isolate;direction:ltr}
.crypto{white-space:nowrap}.amount dt+dd{min-width:fit-content}.crypto .value>*+*{margin-inline-start:.2em}
.amount .value{font-size:clamp(1.0625rem,5.5vw,1.375rem);font-weight:650}
.address .value{font:.9375rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere;color:var(--soft)}.address b{color:var(--ink);white-space:nowrap}.address dt{flex:1 1 0}.address dt+dd{order:1;flex:1 0 100%}
.wallets,.scan{display:grid;gap:.5rem}.wallets:not(:has(button,a,p:not(:empty))),.wallets p:empty,.wallets:not(:has([data-sent])) h2,.wallets:has([data-sent]) :is(button,[data-app]){display:none}
.end .wallets:has([data-sent])~p:not(.note),.grid:has([data-sent]) :is(.wallet,.scan,.only,.fields>:not(.wallets)),.waiting:has([data-sent])>:is(.now,.more,details){display:none}[data-app],.wallets:has([data-sent])~form .main{background:var(--sheet);border-color:var(--line);color:var(--ink)}:is(.end .wallets,.wallets:has([data-sent])) p{color:inherit;font-size:1rem}
.scan{justify-items:center;text-align:center}
.qr,.code{display:block;width:100%;max-width:18rem;height:auto;border-radius:.75rem;border:1px solid var(--line);background:#fff;forced-color-adjust:none}
.button,button{font:inherit;font-weight:600;display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:.625rem;background:var(--sheet);color:var(--ink);text-align:center;text-decoration:none;cursor:pointer}
.button:hover,button:hover{border-color:var(--soft)}
.main{background:var(--main);border-color:var(--main);border-color:color-mix(in srgb,var(--main),var(--ink) 20%);color:var(--on-main);width:100%;min-height:3.25rem}
.main:hover{box-shadow:0 0 0 .125rem var(--line)}[aria-busy=true] button{opacity:.6;cursor:progress}
:is(a,button,summary):focus-visible{outline:.1875rem solid var(--ink);outline-offset:.1875rem;border-radius:.375rem}
.copy{display:none;min-width:5.5rem;font-size:.875rem}.js .copy{display:inline-flex}
.end{display:grid;gap:.75rem;justify-items:start}.end form,.end .button{width:100%}
.sign{width:3.5rem;height:3.5rem;border-radius:50%;display:grid;place-items:center;background:var(--tint);color:var(--soft)}
.sign svg{width:1.75rem;height:1.75rem;fill:none;stroke:currentColor;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}
.paid .sign{background:var(--good-bg);color:var(--good)}.confirming .sign,.canceledSeen .sign{background:var(--wait-bg);color:var(--wait)}
.receipt,.bought dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.375rem 1.25rem;width:100%;font-size:.9375rem}.receipt dt{color:var(--soft)}
.end h1,h2{font-size:1.375rem}.end .note:not(.bad){border-color:var(--line);background:var(--tint)}
details{border-top:1px solid var(--line);padding-top:.875rem}
.bought dl{grid-template-columns:1fr auto;margin-top:.5rem}.bought dd{direction:ltr;text-align:end;font-variant-numeric:tabular-nums}
summary{cursor:pointer;font-weight:600;min-height:1.75rem}
.assets{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,13rem),1fr));gap:.5rem;margin-top:.75rem}.assets li{display:grid}.assets .note{margin-top:.5rem}
.assets button,.assets .out{width:100%;min-height:3.25rem;justify-content:flex-start;text-align:start;gap:.75rem;font-weight:500}
.assets .out{display:flex;align-items:center;padding:.5rem 1rem;border:1px dashed var(--line);border-radius:.625rem;color:var(--soft)}
.assets .out.on{border:1px solid var(--ink);color:var(--ink)}
.assets small{display:block;font-size:.8125rem;color:var(--soft)}
.foot{font-size:.875rem;color:var(--soft);display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1.5rem;justify-content:space-between}.foot>a{order:1}.foot details{border:0;padding:0}.foot summary{font-weight:400}
.foot ul{list-style:none;padding:.5rem 0 0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}.foot li a{display:inline-block;padding:.25rem 0}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.plain .scan{margin-top:.75rem}.over :is(.grid,.plain){display:none}#away,#say.note{position:sticky;top:.5rem;z-index:1}#say.note{top:auto;bottom:.5rem}
@media(min-width:46rem){body{padding:2.5rem 1rem}main{padding:2rem;gap:1.5rem}
.grid{grid-template-columns:18rem minmax(0,1fr);gap:1.25rem 2.25rem}.scan{grid-row:1;grid-column:1}.wallet{grid-row:2;grid-column:1;background:var(--sheet);border-color:var(--line);color:var(--ink);min-height:2.75rem}.fields{grid-row:1/3;grid-column:2;gap:1.375rem}
.grid:has([data-sent]){display:block}.end :is(.button,.main,form){width:auto;min-width:14rem}}
@media(prefers-reduced-motion:no-preference){.button,button{transition:border-color .15s,opacity .15s}.confirming .sign svg{animation:turn 2.5s linear infinite}@keyframes turn{to{transform:rotate(360deg)}}}
@media print{body{background:none;padding:0}main{border:0}.bar a,.foot,form,details:not(.bought),.wallet,.wallets,.js .copy,.end .button,.sign,.end .note:last-child{display:none}}
`)

/** For a page with fields to fill in. The pay page has none, and a limit of 30 kB. */
const FIELDS = styles(`
input,select{font:inherit;width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--soft);border-radius:.625rem;background:var(--sheet);color:var(--ink)}
:is(input,select):focus-visible{outline:.1875rem solid var(--ink);outline-offset:.1875rem}.ask{display:grid;gap:1rem}label{display:grid;gap:.375rem}
`)
