import { useState } from "react"
import { cryptoSession } from "../crypto-session"
import { Page, Summary, useWork } from "../parts"
import { Payment, type PaymentStatus } from "../payment"
import { placeOrder } from "../place-order"
import { go } from "../router"
import { useShop } from "../shop"
import { CartPage } from "./cart"

const TITLES: Record<PaymentStatus, string> = {
  waiting: "Your order is placed when it is paid",
  expired: "Your order is placed when it is paid",
  confirming: "Your payment was seen",
  paid: "Your payment has arrived",
}

/** Where an order is placed when it is paid: the payment comes first, and the order's page follows it. */
export function PayPage() {
  const { cart, region, ordered } = useShop()
  const { run, problem } = useWork()
  const [status, setStatus] = useState<PaymentStatus>("waiting")
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
    <Page title={TITLES[status]}>
      <div className="columns">
        <Payment {...session} regionId={region.id} onSettled={showOrder} onStatus={setStatus} />
        <aside>
          <Summary of={cart} />
          {problem}
        </aside>
      </div>
    </Page>
  )
}
