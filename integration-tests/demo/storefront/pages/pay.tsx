import { useCallback, useEffect, useState } from "react"
import { cryptoSession } from "../crypto-session"
import { Page, Summary } from "../parts"
import { Payment } from "../payment"
import { placeOrder } from "../place-order"
import { go } from "../router"
import { useShop } from "../shop"
import { CartPage } from "./cart"

const ASK_AGAIN_MS = 2_000

/** Where an order is placed when it is paid: the payment comes first, and the order's page follows it. */
export function PayPage() {
  const { cart, region, ordered } = useShop()
  const [paid, setPaid] = useState(false)
  const session = cart && cryptoSession([cart.payment_collection])

  const lookForOrder = useCallback(async () => {
    const order = cart && (await placeOrder(cart.id).catch(() => null))
    if (!order) return
    ordered(order.id)
    go(`/orders/${order.id}`)
  }, [cart, ordered])

  // The order comes a moment after the money.
  useEffect(() => {
    if (!paid) return
    const timer = setInterval(() => void lookForOrder(), ASK_AGAIN_MS)
    void lookForOrder()
    return () => clearInterval(timer)
  }, [paid, lookForOrder])

  if (!cart || !session) return <CartPage />
  return (
    <Page title="Your order is placed when it is paid">
      <div className="columns">
        <Payment {...session} regionId={region.id} onSettled={() => setPaid(true)} />
        <aside>
          <Summary of={cart} />
        </aside>
      </div>
    </Page>
  )
}
