"use client"
import { type ReactElement, type ReactNode, useEffect, useState } from "react"
import { assetName } from "../../core/assets/registry.js"
import { displayMoney } from "../../pay-page/display.js"
import type { CryptoPaymentClient, CryptoPaymentClientError } from "../client.js"
import type { CryptoPaymentChoice, CryptoPaymentOption, CryptoPaymentView } from "../types.js"
import { part, type Ui } from "../ui.js"
import { asCryptoPaymentClientError } from "../watch.js"
import { Coin } from "./coin.js"

type Props = {
  ui: Ui
  payment: CryptoPaymentView
  token: string
  regionId: string
  client: Pick<CryptoPaymentClient, "options">
  onError?: ((error: CryptoPaymentClientError) => void) | undefined
  busy: boolean
  choose: (choice: CryptoPaymentChoice) => void
  children: ReactNode
}

/** The assets and networks that the store offers, each with a button unless it is unavailable or already chosen. */
export function OtherAssets(props: Props): ReactElement | null {
  const { ui, payment, token, regionId, client, onError, busy, choose, children } = props
  const [options, setOptions] = useState<CryptoPaymentOption[]>([])
  /** Name of the asset that was chosen last. Opening the list sets a new object, which loads the options again. */
  const [pressed, setPressed] = useState<object | string>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when the list opens, after a choice, and each minute of the server's clock
  useEffect(() => {
    let isCurrent = true
    client.options(regionId, { token }).then(
      (found) => isCurrent && setOptions(found),
      (error) => isCurrent && onError?.(asCryptoPaymentClientError(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [regionId, token, pressed, busy, payment.server_time.slice(0, 16)])

  const isChosen = ({ asset, chain }: CryptoPaymentOption) =>
    asset === payment.asset && (!chain || chain === payment.chain.toLowerCase())
  const nameOf = ({ asset, chain }: CryptoPaymentOption) =>
    chain ? ui.say("assetOnNetwork", { asset, network: ui.network(chain) }) : assetName(asset)
  // A region may have several providers, and a payment cannot change to another one.
  const offered = options.filter((one) => one.provider_id === payment.provider_id)
  const discount = !payment.order && offered[0]?.discount
  return (
    <>
      {discount &&
        ui.soft("cryptoSaves", {
          amount: displayMoney(discount.amount ?? { currency: "%", display: discount.percentage }, ui.locale),
        })}
      {offered.every(isChosen) || (
        <details className={part("other")} onToggle={(event) => event.currentTarget.open && setPressed({})}>
          <summary>{ui.say("otherAsset")}</summary>
          {!payment.outstanding && ui.soft("otherAssetHint")}
          <ul className={part("assets")}>
            {offered.map((one) => {
              const { asset, chain, available } = one
              const name = nameOf(one)
              const chosen = isChosen(one)
              const named = (small: ReactNode) => (
                <>
                  <Coin asset={asset} />
                  <span>
                    {name} {small && <small>{small}</small>}
                  </span>
                </>
              )
              return (
                <li key={name}>
                  {available && !chosen ? (
                    <button
                      type="button"
                      aria-disabled={busy}
                      onClick={() => {
                        setPressed(name)
                        choose({ asset, chain })
                      }}
                    >
                      {named(!chain && asset)}
                    </button>
                  ) : (
                    <p className={part("out")} data-chosen={chosen || undefined}>
                      {named(chosen ? `✓ ${ui.say("chosen")}` : ui.say("outNow"))}
                    </p>
                  )}
                  {pressed === name && children}
                </li>
              )
            })}
          </ul>
          {offered.every((one) => nameOf(one) !== pressed) && children}
        </details>
      )}
    </>
  )
}
