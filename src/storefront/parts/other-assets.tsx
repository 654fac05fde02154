"use client"
import { type ReactElement, useCallback, useEffect, useRef, useState } from "react"
import { assetName } from "../../core/assets/registry.js"
import type { CryptoPaymentChoice, CryptoPaymentOption, CryptoPaymentView } from "../types.js"
import { part, type Ui } from "../ui.js"

type Props = {
  ui: Ui
  payment: CryptoPaymentView
  /** Changes where something else is to be listed. */
  regionId: string
  load: (signal: AbortSignal) => Promise<CryptoPaymentOption[]>
  busy: boolean
  choose: (choice: CryptoPaymentChoice) => void
}

/** What the store offers beside this. What is out now is said to be, and its siblings stay. */
export function OtherAssets({ ui, payment, regionId, load, busy, choose }: Props): ReactElement | null {
  const { say, network } = ui
  const [options, setOptions] = useState<CryptoPaymentOption[]>([])
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const running = useRef<AbortController | undefined>(undefined)
  const refresh = useCallback(() => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    // What fails was reported, and is asked for again when the list is opened.
    latest.current(own.signal).then(
      (found) => !own.signal.aborted && setOptions(found),
      () => {},
    )
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another region has another list
  useEffect(() => {
    refresh()
    return () => running.current?.abort()
  }, [refresh, regionId])

  const isChosen = ({ asset, chain }: CryptoPaymentOption) =>
    asset === payment.asset && (!chain || chain === payment.chain.toLowerCase())
  // A region may have several providers; a payment stays with its own.
  const offered = options.filter((one) => one.provider_id === payment.provider_id)
  if (offered.every(isChosen)) return null
  return (
    <details className={part("other")} onToggle={(event) => event.currentTarget.open && refresh()}>
      <summary>{say("otherAsset")}</summary>
      <p className={part("soft")}>{say("otherAssetHint")}</p>
      <ul className={part("assets")}>
        {offered.map((one) => {
          const { asset, chain, available } = one
          const name = chain ? say("assetOnNetwork", { asset, network: network(chain) }) : assetName(asset)
          const chosen = isChosen(one)
          return (
            <li key={`${asset}:${chain}`}>
              {available && !chosen ? (
                <button type="button" aria-disabled={busy} onClick={() => choose({ asset, chain })}>
                  {name} {!chain && <small>{asset}</small>}
                </button>
              ) : (
                <p className={part("out")} data-chosen={chosen || undefined}>
                  {name} <small>{chosen ? `✓ ${say("chosen")}` : say("outNow")}</small>
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
