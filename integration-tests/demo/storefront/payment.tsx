import { useEffect, useState } from "react"
import { CryptoPayment, type CryptoPaymentLabels } from "../../../src/storefront"
import type { CryptoSession } from "./crypto-session"
import { labelsFor } from "./labels"
import { config, cryptoPayments } from "./medusa"

type Props = CryptoSession & { regionId?: string; onSettled: () => void }

/** The plugin's component in this shop: in the browser's language, and with the link to pay on another device. */
export function Payment({ token, payUrl, regionId, onSettled }: Props) {
  const [labels, setLabels] = useState<Partial<CryptoPaymentLabels>>()
  const [current, setCurrent] = useState(token)
  useEffect(() => void labelsFor(navigator.languages).then(setLabels), [])
  useEffect(() => setCurrent(token), [token])
  if (!labels) return <p className="waiting">One moment …</p>
  return (
    <div>
      <CryptoPayment
        client={cryptoPayments}
        token={current}
        regionId={regionId}
        labels={labels}
        returnUrl="/"
        onSettled={onSettled}
        onTokenChange={setCurrent}
      />
      <p className="quiet">
        On another device, or later: <a href={new URL(payUrl, config.medusaUrl).href}>the page to pay on</a>.
      </p>
    </div>
  )
}
