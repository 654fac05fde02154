"use client"
import type { ReactElement } from "react"
import type { CryptoPaymentClient } from "./client.js"
import type { CryptoPaymentLabelName, CryptoPaymentLabels } from "./labels.js"
import { Ending } from "./parts/ending.js"
import { Head, PLACES } from "./parts/head.js"
import { OtherAssets } from "./parts/other-assets.js"
import { Waiting } from "./parts/waiting.js"
import { useCallback, useEffect, useRef, useState } from "./react.js"
import type { CryptoPaymentView } from "./types.js"
import { part, textOf, uiOf } from "./ui.js"
import { useLeft } from "./use-left.js"
import { type PaymentEvents, usePayment } from "./use-payment.js"

export type CryptoPaymentProps = PaymentEvents & {
  client: CryptoPaymentClient
  /** Of the payment session's data. */
  token: string
  /** With it, other assets can be chosen here: what the payment's own provider offers in the region. */
  regionId?: string | undefined
  /** BCP 47, for amounts of money; the browser's where none is given. */
  locale?: string | undefined
  /** Over the English ones. */
  labels?: Partial<CryptoPaymentLabels> | undefined
  /** What networks are called, by the store API's name. */
  networkNames?: Readonly<Record<string, string>> | undefined
  /** Where "Back to the shop" leads; without it there is none. */
  returnUrl?: string | undefined
  className?: string | undefined
}

/** Stays the same function, so that a notice scrolls once. */
const intoView = (element: HTMLElement | null): void => element?.scrollIntoView()

/** Everything a shopper needs to pay, from the address to "paid". */
export function CryptoPayment(props: CryptoPaymentProps): ReactElement {
  const { client, token, regionId, returnUrl, className, labels = {} } = props
  const root = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const toFocus = useRef(false)
  const words = useRef(labels)
  const [said, setSaid] = useState<[number, string]>([0, ""])
  const tell = useCallback(
    (name: CryptoPaymentLabelName) => setSaid(([count]) => [count + 1, textOf(words.current, name)]),
    [],
  )
  const ui = uiOf(labels, tell, props.networkNames, props.locale)
  const { say, soft } = ui

  const { shown, connected, unknown, busy, notice, renew } = usePayment(token, {
    ...props,
    onStatus: (payment) => {
      tell(titleOf(payment))
      toFocus.current = payment.status === "paid" || payment.status === "expired"
    },
    onRenewed: () => {
      toFocus.current = true
    },
    onLost: () => tell("offline"),
  })
  const payment = shown?.payment
  const status = payment?.status
  // Undefined while loading, and for a status of a newer server: then neither comparison holds.
  const place = PLACES[status as "paid"]
  const sent = place > 0
  /** Neither this price nor a new one can be paid. */
  const left = useLeft(shown, tell)

  useEffect(() => {
    words.current = labels
    if (!toFocus.current || !heading.current) return
    toFocus.current = false
    // Whoever writes in another field of the page meanwhile is left alone.
    const { activeElement: active, body } = document
    if (!active || active === body || root.current?.contains(active)) heading.current.focus()
  })

  const why = payment && whyExpired(payment)
  // "Thank you" is for an order: money that made none, or went back, is called what it is.
  const hint =
    payment &&
    !payment.sent_back_at &&
    (payment.canceled ? "canceledPaid" : payment.unfinished ? "unfinishedHint" : payment.order && "paidHint")
  const canRenew = why === "replaced" || why === "expired"
  const renewButton = (
    <button
      type="button"
      className={part(status === "expired" ? "main" : "button")}
      aria-disabled={busy}
      onClick={() => renew()}
    >
      {say(payment?.superseded ? "showNewer" : "newPrice")}
    </button>
  )
  const back = (name: string) =>
    returnUrl && (
      <a className={part(name)} href={returnUrl}>
        {say("backToShop")}
      </a>
    )

  return (
    <section
      ref={root}
      className={className ? `crypto-payment ${className}` : "crypto-payment"}
      lang={labels.lang}
      dir={labels.dir}
      aria-busy={!payment && !unknown}
      data-status={unknown ? "unknown" : (status ?? "loading")}
      data-asset={payment?.asset}
      data-chain={payment?.chain}
      data-test-mode={payment?.test_mode}
    >
      <div className={part("sheet")}>
        {payment && !unknown && <Head ui={ui} payment={payment} />}
        {!connected && <p className={part("note bad")}>{say("offline")}</p>}
        {unknown ? (
          <Ending title={say("notFound")} heading={heading}>
            {soft("notFoundHint")}
          </Ending>
        ) : !payment ? (
          <div className={part("loading")} aria-hidden="true" />
        ) : status === "waiting" ? (
          <Waiting ui={ui} payment={payment} left={left ?? 0} renewButton={renewButton} heading={heading} />
        ) : (
          <Ending
            sign={titleOf(payment)}
            title={say(titleOf(payment), { date: payment.sent_back_at?.slice(0, 10) ?? "" })}
            heading={heading}
          >
            {status === "paid" && (
              <>
                {hint && <p>{say(hint)}</p>}
                {back("main")}
              </>
            )}
            {status === "confirming" && (
              <>
                <p>{say("confirmations", { count: payment.confirmations })}</p>
                {soft("confirmingHint")}
                <p className={part("note")}>{say("confirmingHelp")}</p>
              </>
            )}
            {status === "expired" && why !== "alreadyPaid" && (
              <>
                <p>{say(`${why as "expired"}Hint`)}</p>
                {canRenew && renewButton}
              </>
            )}
            {!sent && !payment.unavailable && <p className={part("note")}>{say("alreadySent")}</p>}
          </Ending>
        )}
        {notice && !sent && (
          <p className={part("note bad")} role="alert" ref={intoView}>
            {say(notice)}
          </p>
        )}
        {regionId && payment && !unknown && canRenew && place < 1 && (
          <OtherAssets
            ui={ui}
            payment={payment}
            regionId={regionId}
            busy={busy}
            choose={renew}
            client={client}
            onError={props.onError}
          />
        )}
        {status !== "paid" && back("back")}
      </div>
      <p className={part("said")} role="status">
        <span key={said[0]}>{said[1]}</span>
      </p>
    </section>
  )
}

/** What a payment that changed is headed and announced by. A newer server may have a status that is not known here. */
const titleOf = (payment: CryptoPaymentView): CryptoPaymentLabelName =>
  payment.status === "expired"
    ? whyExpired(payment)
    : payment.sent_back_at
      ? "sentBack"
      : payment.unfinished
        ? "unfinished"
        : payment.status in PLACES
          ? payment.status
          : "unavailable"

const whyExpired = ({ canceled, nothing_owed, superseded, unavailable }: CryptoPaymentView) =>
  canceled ? "canceled" : nothing_owed ? "alreadyPaid" : unavailable ? "notNow" : superseded ? "replaced" : "expired"
