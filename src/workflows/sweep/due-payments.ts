import { isUnsettled } from "../../core/payment/payment-life"
import { ofPayment } from "../../core/text/log-lines"
import type { Context } from "../context"
import { workOnDue } from "../due-rows"
import { settleClaimed } from "../settle/settle-payment"
import { type LookupCounts, lookUpDue } from "./look-up-due"

/** The limit of one sweep. The rest waits for the next tick, or for another instance. */
const MAX_PAYMENTS = 100
const MAX_UNPARKED = 500

/** Settles paid payments that are due, and looks up the addresses that are due. */
export async function workOnDuePayments(context: Context): Promise<LookupCounts> {
  const { store, clock } = context
  const registered = store.connectionIds()
  await store.paymentLeases.unpark(registered, MAX_UNPARKED, clock())
  const claimed = await store.paymentLeases.claimDue(MAX_PAYMENTS, clock())
  // Without its connection a payment cannot be looked up or captured. A `completed` one opens its attention item first.
  const parked = claimed.filter((one) => !registered.includes(one.connection_id) && one.status !== "completed")
  await store.paymentLeases.park(parked)
  const due = claimed.filter((payment) => !parked.includes(payment))
  const unsettled = due.filter((payment) => isUnsettled(payment.status))
  let settled = 0
  await workOnDue(context, unsettled, { by: "settling", about: ofPayment }, async (payment) => {
    // A long batch may take longer than its leases, so another worker may have claimed the payment.
    if (!(await store.paymentLeases.renew(payment, clock()))) return
    const { state } = await settleClaimed(context, payment)
    if (state === "settled") settled++
  })
  const watched = due.filter((payment) => !isUnsettled(payment.status))
  const looked = await lookUpDue(context, watched)
  return { ...looked, settled: settled + looked.settled }
}
