import type { IPaymentModuleService } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { capturePaymentWorkflow, completeCartWorkflow, processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { Settlement } from "../../core/payment/settlement"
import { databaseOf } from "../../medusa/database"
import { Metadata } from "../../medusa/metadata"
import { linkOf } from "../../medusa/order-collections"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import type { Gathered } from "./facts"
import { fitSession, leaveRestPayable, matchCollection } from "./fit-session"

/** What came of asking Medusa. `refused` is Medusa's own word on the cart or order; `broken` is a fault. */
export type Outcome = { ok: true } | { ok: false; kind: "refused" | "broken"; error: unknown }

type WorkflowRun = { errors?: { error: unknown }[]; transaction?: { hasFinished: () => boolean } }

const outcomeOf = (run: WorkflowRun): Outcome => {
  const error = run.errors?.[0]?.error
  if (error !== undefined) return { ok: false, kind: isMedusaError(error) ? "refused" : "broken", error }
  if (run.transaction?.hasFinished() === false) {
    return { ok: false, kind: "broken", error: new Error("another request is completing the same cart") }
  }
  return { ok: true }
}

/** Workflow errors may have been through JSON, where the class is lost and the mark stays. */
const isMedusaError = (error: unknown): boolean =>
  (error as { __isMedusaError?: unknown } | null)?.__isMedusaError === true

/**
 * Asks Medusa to do what was decided. Each of these is safe to repeat: a cart completes into one order,
 * and a captured payment is not captured again.
 */
export async function act(
  context: Context,
  action: Extract<Settlement["action"], "capture" | "complete_cart" | "fit_session" | "drop_spare_sessions">,
  payment: PaymentRow,
  gathered: Gathered,
): Promise<Outcome> {
  const { container, clock } = context
  const now = clock()
  const { cartId, spareSessionIds } = gathered
  switch (action) {
    case "complete_cart":
      // Medusa copies the cart's metadata into the order, and no request of the shopper's has cleared it.
      await new Metadata(databaseOf(container)).clearCart(cartId as string, now)
      // Completing authorizes our session, and the provider answers `captured` from the verified row.
      return outcomeOf(
        (await completeCartWorkflow(container).run({
          input: { id: cartId as string },
          throwOnError: false,
        })) as WorkflowRun,
      )
    case "capture":
      return captureOnOrder(context, payment, gathered)
    case "fit_session":
      return attempt(() => fitSession(context, payment, gathered))
    case "drop_spare_sessions":
      await dropSessions(context, spareSessionIds)
      return { ok: true }
  }
}

/** As core does when one session takes another's place. One that is gone by now is no fault. */
export async function dropSessions(context: Context, ids: readonly string[]): Promise<void> {
  const { container } = context
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  await Promise.allSettled(ids.map((id) => payments.deletePaymentSession(id)))
}

async function attempt(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work()
    return { ok: true }
  } catch (error) {
    return { ok: false, kind: isMedusaError(error) ? "refused" : "broken", error }
  }
}

async function captureOnOrder(context: Context, payment: PaymentRow, gathered: Gathered): Promise<Outcome> {
  if (!gathered.medusaPaymentId) await matchCollection(context, payment, gathered)
  const outcome = await capture(context, payment, gathered)
  if (outcome.ok && isMoreOwed(gathered)) await leaveRestPayable(context, gathered.orderId as string)
  return outcome
}

/** By what was owed before this money was counted; where it was captured before, the ledger may count it already. */
function isMoreOwed({ facts: { captured, payment, order } }: Gathered): boolean {
  return captured ? Boolean(order?.owes) : (order?.owes?.minor ?? 0) > payment.amount.minor
}

/**
 * Completing a cart names its order on the cart and on the payment collection, each by itself. Killed in between, it
 * leaves an order whose ledger no capture reaches, or one that Medusa, having captured, completes the cart beside: that
 * fails on the collection's order, and its compensation books a refund that nobody made.
 */
async function capture(
  context: Context,
  payment: PaymentRow,
  { sessionId, cartId, orderId, unnamedOn, medusaPaymentId }: Gathered,
): Promise<Outcome> {
  const { container } = context
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  if (unnamedOn === "cart") {
    await link.create({ [Modules.ORDER]: { order_id: orderId }, [Modules.CART]: { cart_id: cartId } })
  }
  const outcome = await book(context, sessionId, medusaPaymentId)
  if (!outcome.ok || unnamedOn !== "collection") return outcome
  // The capture waited for the cart's lock: who completed it is done by now, or dead.
  await link.create(linkOf(orderId as string, payment.payment_collection_id))
  // Captured already: this writes the entry in the order's ledger.
  return book(context, sessionId, medusaPaymentId)
}

/** Captures, and writes the order's ledger. What is captured already lacks the ledger's entry at most. */
function book(context: Context, sessionId: string | null, medusaPaymentId: string | null): Promise<Outcome> {
  const { container } = context
  if (sessionId !== null) return process(context, sessionId)
  // Its session was deleted: the payment outlives it.
  return capturePaymentWorkflow(container)
    .run({ input: { payment_id: medusaPaymentId as string }, throwOnError: false })
    .then((run) => outcomeOf(run as WorkflowRun))
}

/** With the session's own amount: core hides a shortfall and fails on an excess, so we judge it before. */
async function process(context: Context, sessionId: string): Promise<Outcome> {
  const { container } = context
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id", "amount", "raw_amount"],
    filters: { id: sessionId },
  })
  const session = data[0] as { amount: number; raw_amount?: number } | undefined
  if (!session) return { ok: false, kind: "broken", error: new Error("the payment session went away") }
  const run = await processPaymentWorkflow(container).run({
    input: { action: "captured", data: { session_id: sessionId, amount: session.raw_amount ?? session.amount } },
    throwOnError: false,
  })
  return outcomeOf(run as WorkflowRun)
}
