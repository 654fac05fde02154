"use client"
import { type ReactElement, useEffect, useRef } from "react"
import { part, type Ui } from "../ui.js"
import type { Shown } from "../use-payment.js"

/** Event with which a browser wallet announces itself (EIP-6963). */
const ANNOUNCED = "eip6963:announceProvider"

/** The buttons of browser wallets, or the transaction that one sent. Their code is loaded only if there is a wallet, or on a phone. */
export function Wallets({ ui, shown, url }: { ui: Ui; shown: Shown; url: string }): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another payment has another key
  useEffect(() => {
    const load = () => import("../wallet.js").then(({ mount }) => mount(place.current, shown, ui, url))
    addEventListener(ANNOUNCED, load)
    dispatchEvent(new Event("eip6963:requestProvider"))
    if ("ethereum" in window || (shown.payment.wallet && matchMedia("(pointer: coarse)").matches)) load()
    return () => removeEventListener(ANNOUNCED, load)
  }, [])
  return <div className={part("wallets")} ref={place} />
}
