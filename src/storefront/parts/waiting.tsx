"use client"
import { correction, generate } from "lean-qr/nano"
import { type ReactElement, type Ref, type RefObject, useEffect, useRef, useState } from "react"
import { allowedUri, assetName } from "../../core/assets/registry.js"
import { displayTimeLeft, leftOf } from "../../pay-page/display.js"
import { part, type Ui, useLater } from "../ui.js"
import type { Shown } from "../use-payment.js"
import { loadReceipt } from "./ending.js"
import { Wallets } from "./every-state.js"

const MORE_TIME_SECONDS = 60

/** If the page still has the focus then, no wallet opened. */
const WALLET_OPENS_MS = 2500

type Props = {
  ui: Ui
  shown: Shown
  renewButton: ReactElement
  url: string
  heading: RefObject<HTMLHeadingElement>
}

/** For a valid quote: what a wallet needs, as a link, a QR code and text. */
export function Waiting({ ui, shown, renewButton, heading, url }: Props): ReactElement {
  const { say } = ui
  const { payment } = shown
  const { asset, pay_amount } = payment
  const left = useLeft(shown, ui.tell)
  const address = payment.address ?? ""
  const uri = allowedUri(asset, payment.uri)
  // Drawn once: another payment has another React key, which makes a new component.
  const [[ofUri, ofAddress]] = useState(() => [payment.uri, payment.address].map(qrCode))
  const values = { asset, network: ui.network(payment.chain), amount: pay_amount.display }
  const [alone, setAlone] = useState(!ofUri)
  const code = alone ? ofAddress : ofUri
  const [nothingOpened, setNothingOpened] = useState(false)
  const lookForWallet = () => {
    const timer = setTimeout(() => {
      if (!document.hasFocus()) return
      setNothingOpened(true)
      ui.tell("noWallet")
    }, WALLET_OPENS_MS)
    addEventListener("blur", () => clearTimeout(timer), { once: true })
  }
  useLater(loadReceipt)
  const later = useLater(() => import("./coin.js"))
  return (
    <>
      <div className={part("now")}>
        <span className={part("coin")}>{later && <later.Coin asset={asset} />}</span>
        <div>
          <h2 className={part("title")} tabIndex={-1} ref={heading}>
            {say("payWith", { asset: assetName(asset) })}
          </h2>
          {ui.soft("waiting")}
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
          {ui.soft("moreTime")}
          {renewButton}
        </div>
      )}
      {/* After the quote's end nothing invites to pay, even if the server has not reported it as expired yet. */}
      {left > 0 && (
        <div className={part("grid")}>
          {uri && (
            <div className={part("open")}>
              <a className={part("wallet")} href={uri} onClick={lookForWallet}>
                {say("openWallet")}
              </a>
              {nothingOpened && ui.line("note", "noWallet")}
            </div>
          )}
          <div className={part("fields")}>
            {uri && payment.wallet && <Wallets ui={ui} shown={shown} url={url} />}
            <p className={part("only")}>
              {say("sendOnly", values)}{" "}
              <span className={part("soft")}>{`${say("sendOnlyWhy")} ${say("networkFee")}`}</span>
            </p>
            <CopyField ui={ui} name="amount" text={pay_amount.display} show={(value) => ui.crypto(pay_amount, value)} />
            <CopyField ui={ui} name="address" text={address} show={(value) => emphasized(address, value)} />
            {ui.rate(payment, say("rateLocked"))}
          </div>
          {uri && (
            <div className={part("scan")}>
              {code?.(say(alone ? "addressCode" : "qrLabel", values))}
              {ui.soft(alone ? "addressCodeHint" : "scan")}
              {ofUri && (
                <button type="button" className={part("alone")} aria-pressed={alone} onClick={() => setAlone(!alone)}>
                  {say("addressCode")}
                </button>
              )}
            </div>
          )}
        </div>
      )}
    </>
  )
}

/** Seconds until the quote expires, by the server's clock. Announces when five minutes and one minute are left. */
function useLeft({ payment, at }: Shown, tell: Ui["tell"]): number {
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((leftOf(payment) - Math.max(0, now - at)) / 1000))
  const before = useRef(left)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    const passed = (seconds: number) => left > 0 && before.current > seconds && left <= seconds
    if (passed(60)) tell("oneMinute")
    else if (passed(300)) tell("fiveMinutes")
    before.current = left
  })
  return left
}

/** Makes both ends bold, because people compare those. Adds no characters, so a copied selection is the address. */
function emphasized(address: string, ref: Ref<HTMLElement>): ReactElement {
  const [, first, middle = address, last] = /^(.{6})(.{8,})(.{6})$/.exec(address) ?? []
  return (
    <bdi className={part("value")} dir="ltr" translate="no" style={{ textTransform: "none" }} ref={ref}>
      <b>{first}</b>
      {middle}
      <b>{last}</b>
    </bdi>
  )
}

type CopyProps = { ui: Ui; name: "amount" | "address"; text: string; show: (value: Ref<HTMLElement>) => ReactElement }

/** A value that one click selects whole, with a button that copies `text`. */
function CopyField({ ui, name, text, show }: CopyProps): ReactElement {
  const value = useRef<HTMLElement>(null)
  const [told, setTold] = useState<"copy" | "copied" | "copyFailed">("copy")
  const failed = told === "copyFailed"
  const tell = (name: "copied" | "copyFailed") => {
    ui.tell(name)
    setTold(name)
    if (name === "copied") setTimeout(() => setTold("copy"), 2000)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // Browsers give no clipboard to pages over http, nor to frames without that permission.
      if (value.current) getSelection()?.selectAllChildren(value.current)
      if (!document.execCommand("copy")) return tell("copyFailed")
    }
    tell("copied")
  }

  return (
    <dl className={part(`field ${name}`)}>
      <dt>{ui.say(name)}</dt>
      <dd>{show(value)}</dd>
      <dd>
        <button
          type="button"
          className={part("copy")}
          aria-label={ui.say(told === "copied" ? told : name === "amount" ? "copyAmount" : "copyAddress")}
          onClick={copy}
        >
          {ui.say(failed ? "copy" : told)}
        </button>
      </dd>
      {failed && <dd>{ui.soft(told)}</dd>}
    </dl>
  )
}

/** A text, byte for byte, as a QR code, black on white in the dark style too. Undefined if no code can hold the text. */
function qrCode(text: string | null): ((label: string) => ReactElement) | undefined {
  try {
    const { size, get } = generate(text as string, { minCorrectionLevel: correction.M })
    let dark = ""
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) dark += get(x, y) ? `M${x} ${y}.5h1` : ""
    }
    return (label) => (
      <svg
        className={part("qr")}
        role="img"
        aria-label={label}
        // Scanners need four light modules on each side to find it (ISO/IEC 18004).
        viewBox={`-4 -4 ${size + 8} ${size + 8}`}
        shapeRendering="crispEdges"
        // Inline styles, because a shop's rules for its own icons would override attributes.
        style={{ background: "#fff", forcedColorAdjust: "none" }}
      >
        <path style={{ stroke: "#000", strokeWidth: 1 }} d={dark} />
      </svg>
    )
  } catch {
    return undefined
  }
}
