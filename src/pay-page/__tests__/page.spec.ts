import { SHOPPER_STATES, type ShopperState, type ShopperView } from "../../core/payment/shopper-answer"
import { PAY_PAGE_LANGUAGES, textsOf } from "../../core/text/pay-page-texts"
import { fill } from "../display"
import { renderNotFound } from "../document"
import { renderPayPage } from "../page"
import { versionOf } from "../page-input"
import { boughtOf, ended, inputWith, NOW, OFFERED, viewWith } from "./view"

const LOOK = { logoUrl: "./logo/abc.png", accentColor: "#ffd400", supportLink: "mailto:help@example.com" }

/** The page of this view, without the script and the style, which name elements that it does not have. */
const bodyWith = (view: ShopperView, changes: Parameters<typeof inputWith>[0] = {}) =>
  bodyOf(renderPayPage(inputWith({ view, ...changes })))

describe("the pay page", () => {
  const SHOWN =
    '<bdi class="crypto" dir="ltr" translate="no"><span class="value"><span>25.513</span><span>204</span></span> USDC</bdi>'
  const OWED = { outstanding: { minor: 1550, currency: "USD", display: "15.50" } }
  const NO_ORDER = { order: null }
  const PAID_OUT = { sent_back_at: "2030-05-02T23:30:00.000Z" }

  it("shows amount, network, address, price, rate, order, time left and QR codes, and links to the wallet", () => {
    const page = renderPayPage(inputWith())
    expect(page).toContain('Send only <bdi translate="no">USDC</bdi> on <bdi translate="no">Base</bdi>.')
    expect(page).toContain(SHOWN)
    expect(page.replaceAll(/<\/?b>/g, "")).toContain(">0x036CbD53842c5426634e7929541eC2318f3dCF7e</bdi>")
    expect(page).toContain("$2,550.00")
    expect(page).toContain("1 USDC = $0.999482")
    expect(page).toContain("Order 1042")
    expect(page).toMatch(/role="timer"[^>]*>15:00</)
    expect(page).toContain(`href="${viewWith().uri?.replaceAll("&", "&amp;")}"`)
    expect(bodyOf(page).match(/class="(qr|code)"/g)).toEqual(['class="qr"', 'class="code"'])
    expect(page).toMatch(/<details class="plain"><summary>QR code of the address only<\/summary>/)
    expect(bodyOf(page).match(/The network fee is extra\./g)).toHaveLength(1)
    expect(page).not.toContain("Test mode")
    // The copy buttons give the plain amount and the address, without separators or unit.
    const german = renderPayPage(inputWith({ view: viewWith({ test_mode: true }), texts: { ...textsOf("de") } }))
    for (const text of [textsOf("de").testMode, 'data-copy="25.513204" aria-label="Betrag kopieren"'])
      expect(german).toContain(text)
    expect(german).toContain('data-copy="0x036CbD53842c5426634e7929541eC2318f3dCF7e"')
  })

  it("shows what it is for: folded before the payment, and open on the receipt, where more items fit", () => {
    const page = (view: ShopperView, items: number) => bodyWith(view, { bought: boughtOf(items) })
    const folded = page(viewWith(), 4)
    expect(folded).toContain('<details class="bought"><summary>Order summary</summary><dl><dt>2 × 品')
    expect(folded).toContain("品…</dt><dd>$31.00</dd>")
    expect(folded).toContain("<dt>2 more items</dt><dd>$62.00</dd><dt>Delivery</dt><dd>$10.00</dd>")
    expect(folded).toContain("<dt>Discount</dt><dd>−$1.00</dd><dt>Tax</dt><dd>$3.38</dd><dt>Total</dt>")
    const open = page(ended("paid", { receipt: { address: "x", explorer_url: null, time: NOW } }), 40)
    expect(open).toContain('<details class="bought" open>')
    expect(open.match(/<dt>2 × /g)).toHaveLength(40)
    const included = bodyWith(viewWith(), { bought: { ...boughtOf(1), tax_included: true } })
    expect(included).toMatch(/<dt>Total<\/dt><dd>\$44.38<\/dd><dt>Tax included<\/dt><dd>\$3.38<\/dd><\/dl>/)
    expect(bodyWith(viewWith())).not.toContain("Order summary")
    const head = (bought: ReturnType<typeof boughtOf>) =>
      /class="head">\s*<div><p class="soft">(\w+)</.exec(bodyWith(viewWith(), { bought }))?.[1]
    expect(head(boughtOf(1))).toBe("Amount")
    expect(head({ ...boughtOf(1), total: viewWith().amount })).toBe("Total")
  })

  it("shows only a QR code of the address when the URI is too long for a QR code", () => {
    const uri = `bitcoin:x?label=${"ع".repeat(1800)}`
    const page = bodyOf(renderPayPage(inputWith({ view: viewWith({ uri }) })))
    expect(page).toMatch(/class="qr" role="img" aria-label="QR code of the address only".*Enter the amount yourself/)
    expect(page).not.toMatch(/class="(code|plain)"|Scan with a wallet on another device/)
    expect(page).toContain(`href="${uri}"`)
    expect(page).toContain('data-copy="25.513204"')
  })

  it("gives a browser wallet the call to send, no call after expiry and once money is seen, and no data at all for BTC", () => {
    const job = (changes: Parameters<typeof inputWith>[0] = {}) => {
      const [, json] = /data-wallet='([^']*)'/.exec(renderPayPage(inputWith(changes))) ?? []
      return json && JSON.parse(json)
    }
    const { key, pay } = job()
    expect(pay.call).toEqual(viewWith().wallet?.call)
    expect([pay.amount, pay.chain.chainId]).toEqual(["25513204", "0x2105"])
    expect(job({ view: ended("expired") })).toMatchObject({ key, pay: null })
    expect(job({ token: "another" }).key).not.toBe(key)
    const walletPay = `"></div><script>alert('&amp;')</script>`
    expect(job({ texts: { ...textsOf("en"), walletPay } }).texts).toMatchObject({ walletPay })
    const seen = { key, pay: null, texts: { walletSent: "", walletSentHint: "" } }
    for (const state of ["confirming", "paid"] as const) expect(job({ view: ended(state) })).toMatchObject(seen)
    expect(job({ view: ended("expired", { asset: "BTC", chain: "bitcoin" }) })).toBeUndefined()
  })

  it("shows the shop's name, logo, icon, color, contact and link, if configured, also on a page that does not exist", () => {
    const shop = { storefrontUrl: "https://shop.example.com", shopName: "Bits & Books", ...LOOK }
    for (const page of [renderPayPage(inputWith(shop)), renderNotFound("en", textsOf("en"), "abc", shop)]) {
      expect(page).toMatch(/<title>[^<]+ · Bits &amp; Books<\/title>/)
      expect(page).toContain('href="https://shop.example.com"')
      expect(page).toContain('<img src="./logo/abc.png" alt=""><strong>Bits &amp; Books</strong>')
      expect(page).toContain('<link rel="icon" href="./logo/abc.png">')
      expect(page).toContain(":root{--main:#ffd400;--on-main:#000000}")
      expect(page).toContain('<a href="mailto:help@example.com" target="_top">Contact the shop</a>')
    }
    const support = renderPayPage(inputWith({ supportLink: "https://shop.example.com/help" }))
    expect(support).toContain('<a href="https://shop.example.com/help" target="_blank" rel="noreferrer">')
    const plain = renderPayPage(inputWith())
    expect(plain).not.toMatch(/<img|rel="icon"|Contact the shop/)
    expect(plain.match(/--main:#/g)).toHaveLength(2)
    expect(renderNotFound("en", textsOf("en"), "abc", {})).not.toMatch(/<a |<img|rel="icon"/)
  })

  const STATES = Object.keys(SHOPPER_STATES) as ShopperState[]
  it.each(STATES.filter((state) => state !== "waiting"))(
    "shows the heading of %s and no address, and lets the shopper pay, ask the shop or leave as core says",
    (state) => {
      const { step, next } = SHOPPER_STATES[state]
      const page = renderPayPage(inputWith({ view: ended(state, next === "rest" ? OWED : {}), ...LOOK }))
      const shown = page.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, "")
      expect(shown).toContain(`<h1 tabindex="-1">${fill(textsOf("en")[state], { date: "" })}</h1>`)
      expect(shown).not.toMatch(/class="qr"|data-copy|ethereum:/)
      expect(shown.includes("<form")).toBe(next === "price" || next === "rest")
      for (const sign of ["Thank you", "M5 12.5l4.5"]) expect(shown.includes(sign)).toBe(step === 3)
      // A button only for a shopper who must ask.
      const link = `<a${next === "shop" ? ' class="button"' : ""} href="mailto:help@example.com`
      expect(shown.match(/<a[^>]*mailto:help@example.com/g)).toEqual([link])
    },
  )

  describe("the reason for a refusal", () => {
    const TOLD = '<p class="note bad" tabindex="-1" autofocus role="alert">[^<]*</p>'
    const ABOVE = /^<main[^>]*>.*<\/svg>TOLD<div class="head">/
    const why = "unavailable" as const

    it.each([
      ["under the chosen asset", viewWith(), "USDT:base", /value="USDT:base">((?!<li>).)*TOLD/],
      ["under an asset that became unavailable", viewWith(), "DOGE", /Dogecoin((?!<li>).)*TOLD/],
      ["under the button for a new price", ended("expired"), undefined, /Get a new price<\/button><\/form>TOLD/],
      ["next to the button for more time", viewWith(), undefined, /class="more".*<\/form>TOLD<div class="grid">/],
      ["above everything, for an asset that is no longer offered", viewWith(), "LTC", ABOVE],
      ["above everything, if there is no button", ended("paid"), undefined, ABOVE],
    ])("is shown %s, with the focus", (_, view, choice, place) => {
      const page = bodyWith(view, { refused: { why, choice } })
      expect(page).toMatch(new RegExp(place.source.replace("TOLD", TOLD)))
      const [, open] = /<details( open)?><summary>Pay with/.exec(page) ?? []
      expect(open !== undefined).toBe(choice !== undefined && page.includes("<summary>Pay with"))
      expect(page.match(/autofocus/g)).toHaveLength(1)
    })
  })

  it.each([
    ["every 30 seconds", viewWith(), "30"],
    ["as rarely as the server asks", ended("expired", { next_poll_seconds: 300 }), "300"],
    ["not once nothing can change", ended("paid", { next_poll_seconds: null }), undefined],
    ["when the price expires, if that is sooner", viewWith({ quote_expires_at: "2030-05-01T12:00:07.500Z" }), "9"],
  ])("refreshes automatically without JavaScript: %s", (_, view, seconds) => {
    const page = renderPayPage(inputWith({ view }))
    expect(/<noscript><meta http-equiv="refresh" content="(\d+)">/.exec(page)?.[1]).toBe(seconds)
  })

  const GOES_BACK = { goes_back_at: "2030-05-01T12:00:00.000Z" }
  const LATER = /If it does not appear here, ask the shop\./
  const ABOUT_IT = /Ask the shop about your money\./
  it.each<[string, ShopperState, Partial<ShopperView>, RegExp, RegExp?]>([
    [
      "a new price, and whom to ask about a sent payment",
      "expired",
      {},
      /class="main">Get a new price.*does not appear here/s,
    ],
    // No lookup watches the address while the connection is unavailable.
    ["whom to ask while the store cannot accept it", "notNow", {}, /Ask the shop how to pay\./, LATER],
    ["the newer price", "replaced", {}, /class="main">Show the newer/],
    ["whom to ask about a payment of a canceled order", "canceled", {}, LATER],
    ["the confirmations so far", "confirming", { confirmations: 2 }, /Confirmations so far: 2/],
    ["what to do before a second payment", "confirming", {}, /Ask the shop before you pay again\./],
    ["whom to ask about a canceled order", "canceledSeen", {}, ABOUT_IT, /close this page/],
    [
      "an unknown word, with money",
      "unclear",
      { confirmations: 1 },
      /so far: 1.*Ask the shop about your money/,
      /how to pay/,
    ],
    ["an unknown word", "unclear", {}, /Ask the shop how to pay.*Do not pay again/, /see your|so far/],
    ["whom to ask if a canceled order was paid", "canceledPaid", {}, ABOUT_IT, /not on your order/],
    ["what to do if no order follows", "unfinished", NO_ORDER, /pay again\..*"button main" href="https:\/\/shop\./s],
    ["that the shop knows where it goes back to", "held", GOES_BACK, /sends your money back\./, ABOUT_IT],
    ["what is still to be paid", "part", OWED, /has arrived\. \$15\.50 is still to be paid\./],
    ["when the money was sent back", "sentBack", PAID_OUT, />Sent back, recorded on May 2, 2030<\/h1>/, ABOUT_IT],
  ])("shows %s: %s %j", (_, state, changes, shown, missing = /undefined/) => {
    const page = bodyWith(ended(state, changes))
    expect(page).toMatch(shown)
    expect(page).not.toMatch(missing)
  })

  it("asks nobody for a canceled order whose word is unknown", () => {
    const page = bodyWith(ended("canceled", { status: "confirming" }))
    expect(page).toMatch(/This order was canceled.*Do not pay for it.*Do not pay again/s)
    expect(page).not.toMatch(/<form|confirmations|class="steps"/i)
  })

  it("asks for what is still to be paid, in the same asset or another one, if the store takes it", () => {
    const page = bodyWith(ended("part", OWED))
    const only = OFFERED.find(({ asset, chain }) => asset === "USDC" && chain === "base") as (typeof OFFERED)[number]
    expect(page).toContain('<form method="post"><button class="main">Pay the remaining $15.50</button></form>')
    expect(page).toMatch(/Pay with something else.*value="BTC"/s)
    expect(page).not.toContain("Only if you have not paid yet")
    const versions = [true, false].map((available) =>
      versionOf(inputWith({ view: ended("part", OWED), offered: [{ ...only, available }] })),
    )
    expect(versions[0]).not.toBe(versions[1])
    const told = { refused: { why: "unavailable" as const } }
    expect(bodyWith(ended("part", OWED), told)).toMatch(/Pay the remaining.*<p class="note bad".*<\/details>/s)
    const untaken = bodyWith(ended("part", { ...OWED, asset: "DOGE", chain: "dogecoin" }), LOOK)
    expect(untaken).not.toMatch(/Pay the remaining|Try again later/)
    const offered = OFFERED.map((one) => ({ ...one, available: false }))
    expect(bodyWith(ended("part", OWED), { offered })).toMatch(/is still to be paid.*Try again later/s)
    const arabic = bodyWith(ended("part", OWED), { language: "ar", texts: textsOf("ar") })
    expect(arabic).toContain("\u2066\u200f15.50\u00a0USD\u2069")
    expect(untaken).toContain('<a class="button" href="mailto:help@example.com"')
  })

  const RECEIPT = {
    address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    explorer_url: "https://basescan.org/address/0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    time: "2030-05-01T12:03:00.000Z",
  }

  it.each(["confirming", "paid"] as const)("shows a receipt while the payment is %s", (status) => {
    const page = bodyOf(renderPayPage(inputWith({ view: ended(status, { receipt: RECEIPT, confirmations: 3 }) })))
    expect(page).toContain(SHOWN)
    expect(page).toContain("USDC on Base")
    expect(page).toContain(`href="${RECEIPT.explorer_url}" target="_blank" rel="noreferrer">${RECEIPT.address}</a>`)
    expect(page).toContain('<time datetime="2030-05-01T12:03:00.000Z">May 1, 2030, 12:03')
    expect(page).toContain("1 USDC = $0.999482")
    expect(page).toContain("Confirmations so far: 3")
    // Another amount may have arrived.
    expect(bodyWith(ended("unclear", { status, receipt: RECEIPT }))).not.toContain("<dt>Amount")
    const unconfirmed = bodyWith(ended(status, { receipt: RECEIPT, confirmations: 0 }))
    expect(unconfirmed.includes("Confirmations so far")).toBe(status === "confirming")
  })

  const money = { amount: OWED.outstanding, at: "2030-05-02T12:00:00.000Z" }
  const sent = { base: "15500000", asset: "USDC", decimals: 6, display: "15.50" }
  const payouts = [
    { ...money, sent, transaction: { id: "4d4d", explorer_url: "https://basescan.org/tx/4d4d" } },
    { ...money, sent, transaction: { id: "5e5e", explorer_url: null } },
  ]

  it("shows in the receipt what was sent back and when, with a link if an explorer exists", () => {
    const page = renderPayPage(inputWith({ view: ended("held", { payouts, receipt: RECEIPT }) }))
    const shown = page.replaceAll(/<(?!\/?(dt|a)\b)[^>]+>/g, "")
    const link = '<a class="value" href="https://basescan.org/tx/4d4d" target="_blank" rel="noreferrer">4d4d</a>'
    expect(shown).toContain(`<dt>Refund</dt>$15.50 · 15.50 USDC · May 2, 2030${link}`)
    expect(shown).toContain("<dt>Refund</dt>$15.50 · 15.50 USDC · May 2, 20305e5e")
  })

  it("keeps the shop's name when printed, and hides links and forms", () => {
    const [, hidden = ""] = /@media print\{.*?([^}]*)\{display:none\}\}/.exec(renderPayPage(inputWith())) ?? []
    expect(hidden.split(",")).toEqual(expect.arrayContaining([".bar a", ".foot", "form"]))
    expect(hidden.split(",")).not.toContain(".bar")
  })

  it.each(["canceled", "alreadyPaid"] as const)("shows no amount for a link that asks for nothing: %s", (state) => {
    const view = { ...ended(state), amount: null }
    const page = renderPayPage(inputWith({ view, choosing: true, hadNoAddress: true }))
    expect(page).toMatch(/<title>[^<·]+ · Order 1042<\/title>/)
    expect(bodyOf(page)).not.toMatch(/Total|\$|does not appear here/)
    expect(renderPayPage(inputWith({ view, choosing: true }))).toContain("does not appear here")
  })

  it("links back to the shop after the payment, if the shop's address is configured", () => {
    const view = ended("paid", { next_poll_seconds: null })
    expect(renderPayPage(inputWith({ view }))).toContain('href="https://shop.example.com" target="_top"')
    expect(bodyWith(view, { storefrontUrl: undefined })).not.toMatch(/Back to the shop|<form/)
    const unordered = renderPayPage(inputWith({ view: ended("unfinished", NO_ORDER), storefrontUrl: undefined }))
    expect(unordered).toContain("Paid, but not ordered yet")
    expect(unordered).toContain("Ask the shop about your money. Do not pay again.")
    expect(unordered).not.toMatch(/back to the shop/i)
  })

  it("offers the other assets with icons, marks the unavailable and the chosen one, and lists nothing without others", () => {
    const page = renderPayPage(inputWith())
    const choices = [...page.matchAll(/name="choice" value="([^"]+)"/g)].map(([, value]) => value)
    expect(choices).toEqual(["BTC", "USDC:polygon", "USDT:base", "USDT:polygon"])
    expect([...page.matchAll(/<symbol id="(\w+)"/g)].map(([, asset]) => asset)).toEqual(["USDC", "BTC", "DOGE", "USDT"])
    expect(page.match(/<use href="#USDT"\/>/g)).toHaveLength(2)
    expect(bodyWith(ended("paid")).match(/<symbol/g)).toHaveLength(1)
    expect(page).toMatch(/Dogecoin <small>Not available right now/)
    expect(page).toMatch(/USDC on Base <small>✓ Chosen/)
    expect(renderPayPage(inputWith({ offered: OFFERED.slice(2, 3) }))).not.toContain("Pay with something else")
  })

  it("has another version when what it shows changes, or the offer unless it offers no other asset", () => {
    const version = (view: ShopperView, offered = OFFERED) =>
      /data-version="([^"]+)"/.exec(renderPayPage(inputWith({ view, offered })))?.[1]
    for (const [before, after] of [
      [ended("expired"), ended("notNow")],
      [ended("paid"), ended("held")],
      [ended("canceledPaid"), ended("sentBack", PAID_OUT)],
      [ended("held"), ended("held", { payouts })],
    ] as const)
      expect(version(before)).not.toBe(version(after))
    const allOut = OFFERED.map((one) => ({ ...one, available: false }))
    for (const view of [viewWith(), ended("expired")]) {
      expect(version(view, allOut)).not.toBe(version(view, OFFERED))
      expect(version(view, OFFERED.slice(1))).not.toBe(version(view, OFFERED))
    }
    for (const view of [ended("paid"), ended("confirming"), ended("canceled")]) {
      expect(version(view, allOut)).toBe(version(view, OFFERED))
    }
  })

  it.each([
    ["2030-05-01T12:01:01.000Z", " hidden", "1:01"],
    ["2030-05-01T12:00:59.000Z", undefined, "0:59"],
    ["2030-05-01T11:59:00.000Z", undefined, "0:00"],
  ])("offers more time only in the last minute, and stops its timer at zero: %s", (quote_expires_at, hidden, left) => {
    const page = bodyWith(viewWith({ quote_expires_at }))
    expect(/<form method="post" class="more"( hidden)?>/.exec(page)?.[1]).toBe(hidden)
    expect(/role="timer"[^>]*>([^<]*)</.exec(page)?.[1]).toBe(left)
  })

  it("escapes text from the service and the settings, with a nonce on its only style and script and no handler", () => {
    const evil = `"><script>alert('x')</script>`
    const view = viewWith({ chain: evil, address: evil, rate: evil, uri: `ethereum:${evil}` })
    view.pay_amount.display = evil
    const texts = { ...textsOf("en"), timeLeft: evil, payWith: evil }
    const storefrontUrl = `https://shop.example.com/${evil}`
    const brand = { logoUrl: evil, supportLink: `https:${evil}`, shopName: evil, accentColor: "#1a6b4f" }
    for (const each of [view, ended("paid"), ended("expired"), viewWith({ status: "confirming" })]) {
      const page = renderPayPage(inputWith({ view: each, texts, storefrontUrl, ...brand }))
      expect(page).not.toContain("<script>")
      expect(page.match(/<script/g)).toHaveLength(1)
      expect(page).not.toMatch(/<[^>]+\s(style|on\w+)=/)
      expect(page.match(/nonce="nonce-of-this-answer"/g)).toHaveLength(2)
    }
  })

  it.each(PAY_PAGE_LANGUAGES)("fits into 30 kB, with no open placeholder, in all states in %s", (language) => {
    const texts = textsOf(language)
    // Only a coin's URI can have a message, and a coin has no wallet button.
    const uri = "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=0.001&message=".padEnd(300, "aB3$")
    const coin = viewWith({ test_mode: true, asset: "BTC", chain: "bitcoin", wallet: null, uri })
    const waiting = [viewWith({ test_mode: true }), coin]
    const receipt = { address: "x".repeat(60), explorer_url: "x".repeat(100), time: NOW }
    const views = [...waiting, viewWith({ status: "confirming" }), ended("paid", { receipt }), ended("expired")]
    for (const view of views) {
      const refused = { why: "unavailable" as const, choice: "USDT:base" }
      const look = { ...LOOK, logoUrl: LOOK.logoUrl.padEnd(40) }
      const page = renderPayPage(inputWith({ view, bought: boughtOf(100), language, texts, refused, ...look }))
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(30_000)
      expect(page).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`)
      expect(page).not.toMatch(/\{\w+\}(?=[^<]*<\/(p|h1|title|li|summary)>)/)
      if (view.status === "waiting") expect(page).toContain('<details class="plain">')
    }
  })
})

const bodyOf = (page: string): string => /<main[\s\S]*<\/main>/.exec(page)?.[0] ?? ""
