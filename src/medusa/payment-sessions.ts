import { MedusaModule } from "@medusajs/framework/modules-sdk"
import type {
  BigNumberInput,
  IPaymentModuleService,
  MedusaContainer,
  PaymentSessionDTO,
} from "@medusajs/framework/types"
import { Modules, PaymentSessionStatus } from "@medusajs/framework/utils"
import type { FiatAmount } from "../core/money/units"
import { CryptoPaymentError } from "../core/text/errors"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { majorUnitsOf, minorUnitsOf } from "./amounts"
import { rawSession } from "./books-query"
import { paymentModule } from "./query"
import { PAYOUT_MARK } from "./refunds"

/** Medusa's own record of a session, as far as the provider needs it. */
export type SessionFacts = {
  id: string
  collectionId: string
  amount: FiatAmount
  /** An order was placed on it and waits for the money. */
  orderWaits: boolean
  /** The amount in Medusa's own form, to hand back unchanged. */
  medusaAmount: BigNumberInput
}

/** The provider lives in the payment module's container, which cannot resolve the payment module itself. */
const loadedPaymentModule = (): IPaymentModuleService => {
  const loaded = MedusaModule.getModuleInstance(Modules.PAYMENT) as Record<string, IPaymentModuleService>
  return loaded[Modules.PAYMENT] as IPaymentModuleService
}

/**
 * Medusa's amount in minor units.
 * @throws CryptoPaymentError for an unknown currency, or an amount that is zero, negative or unsafe
 */
export function fiatAmount(amount: unknown, currency: string): FiatAmount {
  const parsed = minorUnitsOf(amount, currency)
  if (!parsed.ok) throw new CryptoPaymentError(parsed.problem)
  return parsed.amount
}

/** Medusa stores the session before it asks the provider, so its collection can be found. */
export async function sessionFacts(container: MedusaContainer, sessionId: string | undefined): Promise<SessionFacts> {
  if (!sessionId) throw new CryptoPaymentError("session_required")
  const session = await rawSession(container, sessionId)
  if (!session) throw new CryptoPaymentError("session_gone")
  return {
    id: session.id,
    collectionId: session.payment_collection_id,
    amount: fiatAmount(session.raw_amount, session.currency_code),
    orderWaits: session.status === PaymentSessionStatus.PENDING_AUTHORIZATION,
    medusaAmount: session.raw_amount as BigNumberInput,
  }
}

/** Whether Medusa holds a captured payment on a session: canceled ones hold nothing. */
export async function holdsCapture(sessionId: string): Promise<boolean> {
  const relations = { relations: ["payment.captures"] }
  const [session] = await loadedPaymentModule().listPaymentSessions({ id: sessionId }, relations)
  const payment = session?.payment as { canceled_at?: unknown; captures?: unknown[] } | null | undefined
  return Boolean(payment && !payment.canceled_at && payment.captures?.length)
}

/** Stores new data on a live session: Medusa's own flow would leave the old data. */
export async function storeSessionData(session: SessionFacts, data: Record<string, unknown>): Promise<void> {
  const amount = session.medusaAmount as number
  await loadedPaymentModule().updatePaymentSession({
    ...{ id: session.id, data },
    ...{ amount, currency_code: session.amount.currency },
  })
}

/**
 * The recorded payout that a refund was made for. Medusa's own refund button sets no such mark, so it spends no payout.
 * @param refundId the refund's id; Medusa stores the refund before it asks the provider
 */
export async function payoutBehind(refundId: string): Promise<string | undefined> {
  const [refund] = await loadedPaymentModule().listRefunds({ id: refundId }, { select: ["id", "metadata"] })
  const mark = (refund as { metadata?: Record<string, unknown> | null } | undefined)?.metadata?.[PAYOUT_MARK]
  return typeof mark === "string" ? mark : undefined
}

/** Gives a session an amount and data; our provider then shows the payment that the data's token names. */
export async function updateSession(
  container: MedusaContainer,
  id: string,
  amount: FiatAmount,
  data: Record<string, unknown>,
): Promise<void> {
  const price = { amount: majorUnitsOf(amount), currency_code: amount.currency }
  await paymentModule(container).updatePaymentSession({ id, data, ...price })
}

export async function sessionExists(container: MedusaContainer, id: string): Promise<boolean> {
  return (await paymentModule(container).listPaymentSessions({ id }, { select: ["id"] })).length > 0
}

/** Deletes sessions as core does when one replaces another. A session that is already gone is no error. */
export async function dropSessions(container: MedusaContainer, ids: readonly string[]): Promise<void> {
  const payments = paymentModule(container)
  await Promise.allSettled(ids.map((id) => payments.deletePaymentSession(id)))
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

/** Gives a session other data and leaves its amount. */
export async function replaceSessionData(
  container: MedusaContainer,
  session: PaymentSessionDTO,
  data: Record<string, unknown>,
): Promise<void> {
  const amount = (session as { raw_amount?: unknown }).raw_amount as number
  const { id, currency_code } = session
  await paymentModule(container).updatePaymentSession({ id, data, amount, currency_code })
}
