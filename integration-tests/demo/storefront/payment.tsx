import { useEffect, useMemo, useState } from "react"
import {
  CryptoPayment,
  type CryptoPaymentClient,
  type CryptoPaymentLabels,
  type CryptoPaymentView,
} from "../../../src/storefront"
import type { CryptoSession } from "./crypto-session"
import { config, cryptoPayments } from "./medusa"

type Props = CryptoSession & {
  regionId?: string
  onSettled: () => void
  /** Called with the payment after each answer, for the page's heading. */
  onPayment: (payment: CryptoPaymentView) => void
}

/** The client, which also passes each answer to `onPayment`. */
const telling = (onPayment: Props["onPayment"]): CryptoPaymentClient => ({
  ...cryptoPayments,
  payment: async (...asked) => {
    const payment = await cryptoPayments.payment(...asked)
    onPayment(payment)
    return payment
  },
  renew: async (...asked) => {
    const renewed = await cryptoPayments.renew(...asked)
    onPayment(renewed.payment)
    return renewed
  },
})

/** The plugin's component in the browser's language, with a link to pay on another device. */
export function Payment({ token, payUrl, regionId, onSettled, onPayment }: Props) {
  const [labels, setLabels] = useState<Partial<CryptoPaymentLabels>>()
  const [current, setCurrent] = useState(token)
  useEffect(() => void labelsFor(navigator.languages).then(setLabels), [])
  useEffect(() => setCurrent(token), [token])
  const [payment, setPayment] = useState<CryptoPaymentView>()
  const client = useMemo(
    () =>
      telling((payment) => {
        setPayment(payment)
        onPayment(payment)
      }),
    [onPayment],
  )
  const hasReceipt = payment && payment.receipt !== null
  // No link to pay for an order that was canceled or owes nothing.
  const canPay = payment && payment.state !== "canceled" && payment.state !== "alreadyPaid"
  if (!labels) return <p aria-busy="true">One moment …</p>
  return (
    <div>
      <CryptoPayment
        client={client}
        token={current}
        regionId={regionId}
        labels={labels}
        returnUrl="/"
        onSettled={onSettled}
        onTokenChange={setCurrent}
      />
      {(hasReceipt || canPay) && (
        <p>
          {hasReceipt ? "To keep or print: " : "On another device, or later: "}
          <a href={new URL(payUrl, config.medusaUrl).href}>{hasReceipt ? "the receipt" : "the page to pay on"}</a>.
        </p>
      )}
    </div>
  )
}

/** The component's texts in the first of the shopper's languages that has them. English texts are in the component. */
async function labelsFor(wished: readonly string[]): Promise<Partial<CryptoPaymentLabels>> {
  for (const tag of wished) {
    const { language } = new Intl.Locale(tag)
    if (language === "en") break
    // The bundler takes one file for each language.
    const found = await import(`../../../src/storefront/labels/${language}.ts`).catch(() => undefined)
    if (found) return found.default
  }
  return {}
}
