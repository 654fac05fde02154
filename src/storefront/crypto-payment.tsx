"use client"
import { type ReactElement, useEffect, useRef, useState } from "react"
import type { CryptoPaymentClient } from "./client.js"
import { Ending, headingOf, offersNewPrice, priceTextOf, titleOf } from "./parts/ending.js"
import { Head, OrderSummary } from "./parts/every-state.js"
import { Waiting } from "./parts/waiting.js"
import { part, uiOf, useLater, type Words } from "./ui.js"
import { type PaymentEvents, useWatchedPayment } from "./use-payment.js"

export type CryptoPaymentProps = PaymentEvents &
  Words & {
    client: CryptoPaymentClient
    /** `token` of the payment session's data. */
    token: string
    /** With it, the shopper can choose another asset that the same provider offers in the region. */
    regionId?: string | undefined
    /** Target of "Back to the shop"; without it there is no such link. */
    returnUrl?: string | undefined
    className?: string | undefined
  }

/** Defined outside of the component: React calls a new ref function after each render, which would scroll each time. */
const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" })

/** What stands before the page's own title. A document has one title, however many components it has. */
let inTitle = ""

/** Puts the text before the title of a hidden tab until the shopper looks at it. An empty text removes the one before. */
function putIntoTitle(text: string): void {
  document.title = text + document.title.replace(inTitle, "")
  inTitle = text
  // The browser adds the same listener only once.
  addEventListener("visibilitychange", restoreTitle, { once: true })
}

const restoreTitle = () => putIntoTitle("")

/** Everything a shopper needs to pay, from the address to "paid". */
export function CryptoPayment(props: CryptoPaymentProps): ReactElement {
  const { token, regionId, returnUrl, className, labels = {} } = props
  const root = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const toFocus = useRef(false)
  const [said, setSaid] = useState<[number, string]>([0, ""])
  const tellText = (text: string) => setSaid(([count]) => [count + 1, text])
  const ui = uiOf(props, tellText)
  const { say } = ui

  const { shown, lost, unknown, busy, notice, ofChoice, renew } = useWatchedPayment(token, {
    ...props,
    onChange: (payment, before) => {
      const text = headingOf(ui, payment)
      if (text === headingOf(ui, before)) return
      tellText(text)
      toFocus.current = payment.status !== "confirming"
      if (document.hidden) putIntoTitle(toFocus.current ? `${text} · ` : "")
    },
    onRenewed: () => {
      toFocus.current = true
    },
    onConnection: (connected) => tellText(connected ? "" : say("offline")),
  })
  const known = unknown ? undefined : shown
  const payment = known?.payment
  const status = payment?.status
  const title = titleOf(payment)

  useEffect(() => {
    if (!toFocus.current) return
    toFocus.current = false
    // Takes no focus away from a field elsewhere on the page.
    const { activeElement: active, body } = document
    if (active === body || root.current?.contains(active)) heading.current?.focus()
  })

  /** Shown beside the button that was pressed. */
  const alert = notice && (lost || notice !== "offline") && (
    <p className={part("note bad")} role="alert" ref={intoView}>
      {say(notice)}
    </p>
  )
  const renewButton = (
    <>
      <button
        type="button"
        className={part(title === "waiting" ? "button" : "main")}
        aria-disabled={busy}
        onClick={() => renew()}
      >
        {priceTextOf(ui, payment)}
      </button>
      {!ofChoice && alert}
    </>
  )
  const later = useLater(() => import("./parts/other-assets.js"))
  const present = shown?.token ?? token
  const common = { ui, renewButton, heading, url: props.client.payUrl(present) }

  return (
    <section
      ref={root}
      className={className ? `crypto-payment ${className}` : "crypto-payment"}
      lang={labels.lang}
      dir={labels.dir}
      aria-busy={!payment && !unknown}
      data-status={unknown ? "unknown" : (status ?? "loading")}
      data-state={payment?.state}
      data-asset={payment?.asset}
      data-chain={payment?.chain}
      data-test-mode={payment?.test_mode}
    >
      <div className={part("sheet")}>
        {payment && <Head ui={ui} payment={payment} />}
        {lost && notice !== "offline" && ui.line("note bad", "offline")}
        {shown && title === "waiting" ? (
          <Waiting key={shown.token} {...common} shown={shown} />
        ) : payment || unknown ? (
          <Ending {...common} shown={known} />
        ) : (
          <>
            {alert}
            <div className={part("loading")} aria-hidden="true" />
          </>
        )}
        {later && regionId && payment && offersNewPrice(title) && (
          <later.OtherAssets
            {...props}
            ui={ui}
            payment={payment}
            regionId={regionId}
            busy={busy}
            token={present}
            choose={renew}
          >
            {ofChoice && alert}
          </later.OtherAssets>
        )}
        {known && <OrderSummary ui={ui} client={props.client} shown={known} />}
        {returnUrl && (
          <a className={part(title === "paid" ? "main" : "back")} href={returnUrl}>
            {say("backToShop")}
          </a>
        )}
      </div>
      <p className={part("said")} role="status">
        <span key={said[0]}>{said[1]}</span>
      </p>
    </section>
  )
}
