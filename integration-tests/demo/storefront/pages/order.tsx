import type { HttpTypes } from "@medusajs/framework/types"
import { useCallback, useEffect, useState } from "react"
import type { CryptoPaymentView } from "../../../../src/storefront"
import { cryptoSession } from "../crypto-session"
import { money } from "../format"
import { sdk } from "../medusa"
import { Page, Summary, useWork } from "../parts"
import { Payment } from "../payment"

/** Includes the payment's token. Guests can read it with the order's id, which only the person who ordered knows. */
const FIELDS = "*items,*shipping_methods,*payment_collections.payment_sessions,+region_id"

/** An order with its open payment, also days later. */
export function OrderPage({ id }: { id: string }) {
  const [order, setOrder] = useState<HttpTypes.StoreOrder>()
  const [payment, setPayment] = useState<CryptoPaymentView>()
  const { run, problem } = useWork()

  const load = useCallback(
    () => run(async () => setOrder((await sdk.store.order.retrieve(id, { fields: FIELDS })).order)),
    [id, run],
  )
  useEffect(() => void load(), [load])

  if (!order)
    return problem ? <Page title="This order cannot be shown">{problem}</Page> : <p aria-busy="true">One moment …</p>
  const session = cryptoSession(order.payment_collections ?? [])
  return (
    <Page title={titleOf(order, payment)}>
      <div className="grid">
        {session ? (
          <Payment {...session} regionId={order.region_id ?? undefined} onSettled={load} onPayment={setPayment} />
        ) : (
          <p>Thank you. This order is not paid with crypto.</p>
        )}
        <article>
          <h2>Order {order.display_id}</h2>
          <Summary of={order} />
          {payment?.outstanding && <p>We send you a link to pay the rest.</p>}
          <p>A confirmation goes to {order.email}.</p>
        </article>
      </div>
    </Page>
  )
}

const owed = ({ display, currency }: NonNullable<CryptoPaymentView["outstanding"]>) => money(Number(display), currency)

/** The component knows of the payment a moment before the order's status changes. */
function titleOf(
  { display_id, status, payment_status }: HttpTypes.StoreOrder,
  payment: CryptoPaymentView | undefined,
): string {
  if (status === "canceled" || payment?.state === "canceled" || payment?.state === "canceledPaid")
    return `Order ${display_id} was canceled`
  // Medusa calls an order captured whose first payment is, even if it owes more since an edit.
  if (payment?.outstanding) return `Order ${display_id}: ${owed(payment.outstanding)} is still to be paid`
  // Of an order that was paid twice, this payment may be the one that it did not take.
  if (payment?.state === "twice" || payment?.state === "held") return `Order ${display_id}: your payment has arrived`
  switch (payment_status) {
    case "refunded":
      return `Order ${display_id} was paid back`
    case "partially_refunded":
      return `Order ${display_id} was paid back in part`
    case "captured":
      return `Order ${display_id} is paid. Thank you!`
    case "authorized":
      return `Order ${display_id} is placed. Thank you!`
  }
  if (payment?.sent_back_at) return `Order ${display_id}: your payment was sent back`
  if (payment?.status === "paid") return `Order ${display_id} is paid. Thank you!`
  if (payment?.status === "confirming") return `Order ${display_id}: your payment was seen`
  return payment?.state === "alreadyPaid"
    ? `Order ${display_id} is already paid`
    : `Order ${display_id} waits for its payment`
}
