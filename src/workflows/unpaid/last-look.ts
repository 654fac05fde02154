import type { MedusaContainer } from "@medusajs/framework/types"
import type { ConnectionSettings } from "../../core/connection-settings"
import { ofPayment } from "../../core/log-lines"
import { isPaid } from "../../core/payment-life"
import { saysUnpaid } from "../../core/unpaid-order"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { lookAndSettle } from "../look-and-settle"

/** As in the sweep: a service that hangs must not keep the others waiting. */
const PATIENCE = { deadlineMs: 4000, attempts: 1 }

/** `money` settled on the way, or something that may be money; `unanswered` where anything could not be asked. */
export type LastLook = "nothing_paid" | "money" | "maybe_money" | "unanswered"

/**
 * Looks at the service once more for every payment of an order, within the connection's allowance. Where less is
 * granted than there are payments, what is granted is used all the same: it may find the money.
 */
export async function lastLook(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payments: readonly PaymentRow[],
  clock: () => Date,
): Promise<LastLook> {
  const answers: LastLook[] = []
  for (const [connectionId, own] of byConnection(payments)) {
    const settings = await module.settingsOf(connectionId)
    const granted = await grantedOf(module, connectionId, settings, own.length, clock())
    if (granted < own.length) answers.push("unanswered")
    answers.push(...(await Promise.all(own.slice(0, granted).map((payment) => lookAt(container, payment, clock)))))
  }
  const worst = (["money", "unanswered", "maybe_money"] as const).find((answer) => answers.includes(answer))
  return worst ?? "nothing_paid"
}

/** None while the service throttles, and none of a connection that was taken out or is not complete. */
async function grantedOf(
  module: CryptoPaymentsService,
  connectionId: string,
  settings: ConnectionSettings | undefined,
  wanted: number,
  now: Date,
): Promise<number> {
  return settings ? module.connections.takeLookups(connectionId, wanted, settings.lookupsPerMinute, now) : 0
}

async function lookAt(container: MedusaContainer, payment: PaymentRow, clock: () => Date): Promise<LastLook> {
  const { look } = await lookAndSettle(container, payment, clock, PATIENCE)
  if (!look.ok) return "unanswered"
  if (isPaid(look.payment.status)) return "money"
  const { remote_status: word, confirmations } = look.payment
  // Confirmations that were seen before and are gone now are looked at twice.
  if (saysUnpaid({ word, confirmations }) && payment.confirmations === 0) return "nothing_paid"
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const detail = `the service says ${JSON.stringify(word?.slice(0, 64))} with ${confirmations} confirmations`
  module.log("unpaid_order_kept", { ...ofPayment(payment), detail })
  return "maybe_money"
}

function byConnection(payments: readonly PaymentRow[]): Map<string, PaymentRow[]> {
  const groups = new Map<string, PaymentRow[]>()
  for (const payment of payments) {
    groups.set(payment.connection_id, [...(groups.get(payment.connection_id) ?? []), payment])
  }
  return groups
}
