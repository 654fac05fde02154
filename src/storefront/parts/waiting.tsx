"use client"
import type { ReactElement, ReactNode, RefObject } from "react"
import { allowedUri, assetName } from "../../core/assets/registry.js"
import { displayRate, displayTimeLeft } from "../display.js"
import { QrCode } from "../qr-code.js"
import { useEffect, useRef, useState } from "../react.js"
import type { CryptoPaymentView } from "../types.js"
import { part, type Ui } from "../ui.js"

/** From then on it is offered to begin anew before the time is over. */
const MORE_TIME_SECONDS = 60

/** A browser wallet says that it is there (EIP-6963). */
const ANNOUNCED = "eip6963:announceProvider"

type Props = {
  ui: Ui
  payment: CryptoPaymentView
  /** Seconds. */
  left: number
  renewButton: ReactElement
  heading: RefObject<HTMLHeadingElement>
}

/** The quote lives: everything a wallet needs, as a link, as a code and as text. */
export function Waiting({ ui, payment, left, renewButton, heading }: Props): ReactElement {
  const { say, soft, locale } = ui
  const { asset, rate, amount, pay_amount } = payment
  const address = payment.address ?? ""
  // Once the time is over nothing invites to pay, though the server may not have said so yet.
  const uri = left > 0 && allowedUri(asset, payment.uri)
  const values = { asset, network: ui.network(payment.chain), amount: pay_amount.display }
  const wallets = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another payment
  useEffect(() => {
    if (!payment.wallet) return
    // Few shoppers have a browser wallet (EIP-6963, or `window.ethereum`), so the rest is loaded only for them.
    const load = () =>
      wallets.current && import("../wallet.js").then(({ mount }) => mount(wallets.current, payment, ui))
    addEventListener(ANNOUNCED, load)
    dispatchEvent(new Event("eip6963:requestProvider"))
    if ("ethereum" in window) load()
    return () => removeEventListener(ANNOUNCED, load)
  }, [address])
  return (
    <>
      <div className={part("now")}>
        <div>
          <h2 className={part("title")} tabIndex={-1} ref={heading}>
            {say("payWith", { asset: assetName(asset) })}
          </h2>
          {soft("waiting")}
        </div>
        <p>
          <span className={part("soft")}>{say("timeLeft")}</span>{" "}
          <span className={part("timer")} role="timer" aria-label={say("timeLeft")}>
            {displayTimeLeft(left)}
          </span>
        </p>
      </div>
      {left <= MORE_TIME_SECONDS && (
        <div className={part("more")}>
          {soft("moreTime")}
          {renewButton}
        </div>
      )}
      <div className={part("grid")}>
        {uri && (
          <a className={part("wallet")} href={uri}>
            {say("openWallet")}
          </a>
        )}
        <div className={part("fields")}>
          {uri && payment.wallet && <div key={address} className={part("wallets")} ref={wallets} />}
          <p className={part("only")}>
            {say("sendOnly", values)} <span className={part("soft")}>{say("sendOnlyWhy")}</span>
          </p>
          <CopyField ui={ui} name="amount" text={pay_amount.display} after={` ${asset}`}>
            {pay_amount.display}
          </CopyField>
          <CopyField ui={ui} name="address" text={address}>
            {emphasized(address)}
          </CopyField>
          <p className={part("soft")}>
            <bdi>{say("rate", { asset, price: displayRate(rate, amount, locale) })}</bdi> · {say("rateLocked")}
          </p>
        </div>
        {uri && <QrCode text={uri} label={say("qrLabel", values)} caption={say("scan")} />}
      </div>
    </>
  )
}

/** Its ends are what people compare. Nothing is put between the letters, so that a selection is the address. */
const emphasized = (address: string) =>
  address.length > 20 ? (
    <>
      <b>{address.slice(0, 6)}</b>
      {address.slice(6, -6)}
      <b>{address.slice(-6)}</b>
    </>
  ) : (
    address
  )

type CopyProps = { ui: Ui; name: "amount" | "address"; text: string; children: ReactNode; after?: ReactNode }

/** A value to be read, selected whole, and copied as it is meant to be pasted. */
function CopyField({ ui, name, text, children, after }: CopyProps): ReactElement {
  const value = useRef<HTMLElement>(null)
  const [told, setTold] = useState<"copy" | "copied" | "copyFailed">("copy")
  const failed = told === "copyFailed"
  useEffect(() => {
    if (told !== "copied") return
    const timer = setTimeout(() => setTold("copy"), 2000)
    return () => clearTimeout(timer)
  }, [told])

  const tell = (name: "copied" | "copyFailed") => {
    ui.tell(name)
    setTold(name)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // There is no clipboard over plain http, nor in a frame that it was not granted to.
      if (value.current) getSelection()?.selectAllChildren(value.current)
      if (!document.execCommand("copy")) return tell("copyFailed")
    }
    tell("copied")
  }

  return (
    <dl className={part(`field ${name}`)}>
      <dt>{ui.say(name)}</dt>
      <dd>
        {/* A shop in capitals would show another address, and a browser copies it as it is shown. */}
        <bdi className={part("value")} ref={value} style={{ textTransform: "none" }}>
          {children}
        </bdi>
        {after}
      </dd>
      <dd>
        <button
          type="button"
          className={part("copy")}
          aria-label={ui.say(name === "amount" ? "copyAmount" : "copyAddress")}
          onClick={copy}
        >
          {ui.say(failed ? "copy" : told)}
        </button>
      </dd>
      {failed && <dd className={part("soft")}>{ui.say(told)}</dd>}
    </dl>
  )
}
