import type { MedusaContainer, PaymentSessionDTO } from "@medusajs/framework/types"
import { isReadable } from "../core/money/quote-check"
import { amountOf, cryptoAmount, type FiatAmount } from "../core/money/units"
import { isPaid, isSeen } from "../core/payment/lifecycle"
import type { ShopperSession } from "../core/payment/shopper-answer"
import { payUrl } from "../core/payment/shopper-view"
import { CryptoPaymentError } from "../core/text/errors"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { minorUnitsOf } from "./amounts"
import { paymentModule } from "./query"
import { rawSession } from "./raw-reads"

export type SessionFacts = Awaited<ReturnType<typeof sessionFacts>>

/** Medusa's amount in minor units. @throws CryptoPaymentError if it is not positive or safe, or the currency unknown */
export function fiatAmount(amount: unknown, currency: string): FiatAmount {
  const parsed = minorUnitsOf(amount, currency)
  if (!parsed.ok) throw new CryptoPaymentError(parsed.problem)
  return parsed.amount
}

/**
 * Medusa stores the session before it calls the provider, so the session's collection can be read.
 * @throws CryptoPaymentError `session_required`, `session_gone`, or as `fiatAmount`
 */
export async function sessionFacts(container: MedusaContainer, sessionId: string | undefined) {
  if (!sessionId) throw new CryptoPaymentError("session_required")
  const session = await rawSession(container, sessionId)
  if (!session) throw new CryptoPaymentError("session_gone")
  return {
    id: session.id,
    collectionId: session.payment_collection_id,
    /** The plugin has asked for a payment on its collection before. */
    hasPayments: session.has_payments,
    amount: fiatAmount(session.raw_amount, session.currency_code),
    /** An order was placed on it and waits for the money. */
    orderWaits: session.order_waits,
    /** What a shopper stored with the session (Medusa 2.22); undefined if nothing. */
    shopperData: session.shopperData ?? undefined,
    /** The amount in Medusa's own form, to pass back unchanged. */
    medusaAmount: session.raw_amount as number,
  }
}

/** Deletes sessions as core does when it replaces one. Ignores errors, so a session that its provider keeps stays. */
export async function deleteSessions(container: MedusaContainer, ids: readonly string[]): Promise<void> {
  const payments = paymentModule(container)
  await Promise.allSettled(ids.map((id) => payments.deletePaymentSession(id)))
}

/**
 * A payment session's data for the storefront. It contains only what the shopper may see.
 * @param backendUrl public address of this server; without one the link to the pay page is relative
 */
export function sessionData(payment: PaymentRow, backendUrl: string | undefined): ShopperSession {
  // Money that needs attention has arrived.
  const status = payment.status === "attention" ? "completed" : payment.status
  const hasAddress = !isSeen(payment) && !isPaid(payment.status) && isReadable(payment)
  return {
    session_id: payment.session_id,
    payment_id: payment.external_id,
    status,
    asset: payment.asset,
    chain: payment.chain,
    address: hasAddress ? payment.address : null,
    uri: hasAddress ? payment.uri : null,
    pay_amount: cryptoAmount(payment.pay_amount_base, payment.asset, payment.decimals),
    amount: amountOf(payment),
    rate: payment.rate,
    quote_expires_at: payment.quote_expires_at.toISOString(),
    token: payment.token,
    pay_url: payUrl(payment.token, backendUrl),
  }
}

/** Reads our fields from a session's data. Any code may have changed them, so only the token can be trusted. */
export function readSessionData(data: Record<string, unknown> | undefined) {
  const textOf = (value: unknown) => (typeof value === "string" ? value : undefined)
  return { sessionId: textOf(data?.session_id), token: textOf(data?.token) }
}

/** Whether a session has a payment that was captured and not canceled. */
export async function holdsCapture(container: MedusaContainer, sessionId: string): Promise<boolean> {
  const relations = { relations: ["payment.captures"] }
  const [session] = await paymentModule(container).listPaymentSessions({ id: sessionId }, relations)
  const payment = session?.payment as { canceled_at?: unknown; captures?: unknown[] } | null | undefined
  return Boolean(payment && !payment.canceled_at && payment.captures?.length)
}

/** Whether any of these sessions exists. */
export async function sessionExists(container: MedusaContainer, ...id: string[]): Promise<boolean> {
  return id.length > 0 && (await paymentModule(container).listPaymentSessions({ id }, { select: ["id"] })).length > 0
}

/** The payment's session, if its data still shows the payment's address to storefronts. */
export async function sessionShowing(
  container: MedusaContainer,
  { session_id, address }: Pick<PaymentRow, "session_id" | "address">,
): Promise<PaymentSessionDTO | undefined> {
  if (session_id === null) return undefined
  const [session] = await paymentModule(container).listPaymentSessions({ id: session_id })
  return (session?.data as { address?: unknown } | null | undefined)?.address === address ? session : undefined
}
