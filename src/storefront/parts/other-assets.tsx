"use client"
import type { ReactElement } from "react"
import { assetName } from "../../core/assets/registry.js"
import { useEffect, useRef, useState } from "../react.js"
import type { CryptoPaymentChoice, CryptoPaymentOption, CryptoPaymentView } from "../types.js"
import { part, type Ui } from "../ui.js"

type Props = {
  ui: Ui
  payment: CryptoPaymentView
  regionId: string
  load: (regionId: string, signal: AbortSignal) => Promise<CryptoPaymentOption[]>
  busy: boolean
  choose: (choice: CryptoPaymentChoice) => void
}

/** The other assets and networks that the store offers. An unavailable one says so, and the rest stay. */
export function OtherAssets({ ui, payment, regionId, load, busy, choose }: Props): ReactElement | null {
  const { say, soft, network } = ui
  const [options, setOptions] = useState<CryptoPaymentOption[]>([])
  const [opened, setOpened] = useState(0)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded again each time the list opens
  useEffect(() => {
    const own = new AbortController()
    // `load` reports what fails; the next opening loads again.
    latest.current(regionId, own.signal).then(
      (found) => own.signal.aborted || setOptions(found),
      () => {},
    )
    return () => own.abort()
  }, [regionId, opened])

  const isChosen = ({ asset, chain }: CryptoPaymentOption) =>
    asset === payment.asset && (!chain || chain === payment.chain.toLowerCase())
  // A region may have several providers; a payment stays with its own.
  const offered = options.filter((one) => one.provider_id === payment.provider_id)
  if (offered.every(isChosen)) return null
  return (
    <details className={part("other")} onToggle={(event) => event.currentTarget.open && setOpened(opened + 1)}>
      <summary>{say("otherAsset")}</summary>
      {soft("otherAssetHint")}
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
