import { useState } from "react"
import { useNavigate } from "react-router-dom"
import type { CryptoPaymentView } from "../../../../src/storefront"
import { cryptoSession } from "../crypto-session"
import { placeOrder } from "../medusa"
import { Page, Summary, useWork } from "../parts"
import { Payment } from "../payment"
import { useShop } from "../shop"
import { CartPage } from "./cart"

const TITLES: Record<CryptoPaymentView["status"], string> = {
  waiting: "Your order is placed when it is paid",
  expired: "Your order is placed when it is paid",
  confirming: "Your payment was seen",
  paid: "Your payment has arrived",
}

/** For `orderPlacement: "payment"`: the shopper pays here, and then sees the order's page. */
export function PayPage() {
  const { cart, region, ordered } = useShop()
  const go = useNavigate()
  const { run, problem } = useWork()
  const [payment, setPayment] = useState<CryptoPaymentView>()
  const session = cart && cryptoSession([cart.payment_collection])

  if (!cart || !session) return <CartPage />

  const showOrder = () =>
    run(async () => {
      const order = await placeOrder(cart.id)
      if (!order) return
      ordered(order.id)
      go(`/orders/${order.id}`)
    })

  return (
    <Page title={payment?.sent_back_at ? "Your payment was sent back" : TITLES[payment?.status ?? "waiting"]}>
      <div className="grid">
        <Payment {...session} regionId={region.id} onSettled={showOrder} onPayment={setPayment} />
        <article>
          <Summary of={cart} />
          {problem}
        </article>
      </div>
    </Page>
  )
}
