import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow, processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { Settlement } from "../../core/settlement"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Gathered } from "./facts"
import { linkOf } from "./onto-order"

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
  container: MedusaContainer,
  action: Extract<Settlement["action"], "capture" | "complete_cart" | "authorize_session" | "drop_spare_sessions">,
  payment: PaymentRow,
  gathered: Gathered,
): Promise<Outcome> {
  const { sessionId, cartId, spareSessionIds } = gathered
  switch (action) {
    case "complete_cart":
      // Completing authorizes our session, and the provider answers `captured` from the verified row.
      return outcomeOf(
        (await completeCartWorkflow(container).run({
          input: { id: cartId as string },
          throwOnError: false,
        })) as WorkflowRun,
      )
    case "capture":
      return capture(container, payment, gathered)
    case "authorize_session":
      return process(container, "authorized", sessionId as string)
    case "drop_spare_sessions":
      // As core does when one session takes another's place. One that is gone by now is no fault.
      await Promise.allSettled(spareSessionIds.map((id) => container.resolve(Modules.PAYMENT).deletePaymentSession(id)))
      return { ok: true }
  }
}

/**
 * Completing a cart names its order on the cart and on the payment collection, each by itself. Killed in between, it
 * leaves an order whose ledger no capture reaches, or one that Medusa, having captured, completes the cart beside: that
 * fails on the collection's order, and its compensation books a refund that nobody made.
 */
async function capture(
  container: MedusaContainer,
  payment: PaymentRow,
  { sessionId, cartId, orderId, unnamedOn }: Gathered,
): Promise<Outcome> {
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  if (unnamedOn === "cart") {
    await link.create({ [Modules.ORDER]: { order_id: orderId }, [Modules.CART]: { cart_id: cartId } })
  }
  const outcome = await process(container, "captured", sessionId as string)
  if (!outcome.ok || unnamedOn !== "collection") return outcome
  // The capture waited for the cart's lock: who completed it is done by now, or dead.
  await link.create(linkOf(orderId as string, payment.payment_collection_id))
  // Captured already: this writes the entry in the order's ledger.
  return process(container, "captured", sessionId as string)
}

/** With the session's own amount: core hides a shortfall and fails on an excess, so we judge it before. */
async function process(
  container: MedusaContainer,
  action: "captured" | "authorized",
  sessionId: string,
): Promise<Outcome> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id", "amount", "raw_amount"],
    filters: { id: sessionId },
  })
  const session = data[0] as { amount: number; raw_amount?: number } | undefined
  if (!session) return { ok: false, kind: "broken", error: new Error("the payment session went away") }
  const run = await processPaymentWorkflow(container).run({
    input: { action, data: { session_id: sessionId, amount: session.raw_amount ?? session.amount } },
    throwOnError: false,
  })
  return outcomeOf(run as WorkflowRun)
}
