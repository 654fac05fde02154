import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { isUnsettled } from "../core/payment-life"
import { errorLine } from "../core/redact"
import { nextLookAt } from "../core/retry-policy"
import { lookUpPayment } from "../modules/crypto-payments/calls/look-up-payment"
import { PAYMENT_EVENT_NAMES } from "../modules/crypto-payments/emitted-events"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../modules/crypto-payments/service"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { ingestEvent } from "./ingest-event"
import { settleClaimed, settlePayment } from "./settle/settle-payment"
import { tellStore } from "./tell-store"

/** What one sweep does at the most; what is left comes up at the next tick, or at another instance. */
const MAX_EVENTS = 200
const MAX_PAYMENTS = 100

/** Rows worked on side by side: enough to hide the service's latency, few enough for the database's pool. */
const CONCURRENCY = 4

const MINUTE_MS = 60_000

export type SweepResult = { events: number; settled: number; looked: number; expired: number; postponed: number }

/**
 * Takes up whatever is due: events that were stored and not worked on, payments that are paid and not
 * settled, quotes that ran out, addresses to look up. Every instance may run it at once.
 */
export async function sweep(container: MedusaContainer, now: Date): Promise<SweepResult> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const result: SweepResult = { events: 0, settled: 0, looked: 0, expired: 0, postponed: 0 }

  await inParallel(await module.events.due(MAX_EVENTS, now), async (eventId) => {
    await ingestEvent(container, eventId, now)
    result.events++
  })

  const due = await module.payments.claimDue(MAX_PAYMENTS, now)
  await inParallel(
    due.filter((payment) => isUnsettled(payment.status)),
    async (payment) => {
      const { state } = await settleClaimed(container, module, payment, now)
      if (state === "settled") result.settled++
    },
  )
  await lookUp(
    container,
    module,
    due.filter((payment) => !isUnsettled(payment.status)),
    result,
    now,
  )
  return result
}

/** Per connection: as many lookups as its allowance grants, living quotes before old ones. */
async function lookUp(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  due: PaymentRow[],
  result: SweepResult,
  now: Date,
): Promise<void> {
  for (const [connectionId, payments] of byConnection(due)) {
    const settings = module.settingsOf(connectionId)
    if (!settings) {
      // A connection taken out of medusa-config: nobody can be asked any more, and events cannot come.
      await inParallel(payments, (payment) =>
        module.payments.release(payment, new Date(now.getTime() + 60 * MINUTE_MS)),
      )
      continue
    }
    const ordered = payments.sort((a, b) => b.quote_expires_at.getTime() - a.quote_expires_at.getTime())
    const granted = await module.connections.takeLookups(connectionId, ordered.length, settings.lookupsPerMinute, now)
    await inParallel(ordered.slice(granted), async (payment) => {
      await expireIfDue(container, module, payment, result, now)
      await module.payments.release(payment, new Date(now.getTime() + MINUTE_MS / 2))
      result.postponed++
    })
    let throttled = false
    await inParallel(ordered.slice(0, granted), async (payment) => {
      // One throttled answer is an answer to all that wait behind it.
      if (throttled) return module.payments.release(payment, new Date(now.getTime() + MINUTE_MS))
      throttled = await lookUpOne(container, module, payment, settings.watchDays, result, now)
    })
  }
}

/** @returns whether the service asked to be left alone */
async function lookUpOne(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
  watchDays: number,
  result: SweepResult,
  now: Date,
): Promise<boolean> {
  result.looked++
  const look = await lookUpPayment(module, payment, now)
  if (look.ok && isUnsettled(look.payment.status)) {
    if (look.completed) await tellStore(container, PAYMENT_EVENT_NAMES.completed, look.payment)
    // The lease went with the move, so that an event's worker and this one cannot both settle.
    const { state } = await settlePayment(container, look.payment.id, now)
    if (state === "settled") result.settled++
    return false
  }
  await expireIfDue(container, module, payment, result, now)
  const next = nextLookAt({ quoteExpiresAt: payment.quote_expires_at.getTime() }, now.getTime(), watchDays)
  await module.payments.release(payment, next === undefined ? null : new Date(next))
  return !look.ok && look.error.code === "rate_limited"
}

async function expireIfDue(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
  result: SweepResult,
  now: Date,
): Promise<void> {
  if (payment.status !== "awaiting_payment" || payment.quote_expires_at > now) return
  const expired = await module.payments.move(payment.id, "quote_ran_out", {}, now)
  if (!expired) return
  result.expired++
  await tellStore(container, PAYMENT_EVENT_NAMES.expired, expired)
}

function byConnection(payments: PaymentRow[]): Map<string, PaymentRow[]> {
  const groups = new Map<string, PaymentRow[]>()
  for (const payment of payments) {
    groups.set(payment.connection_id, [...(groups.get(payment.connection_id) ?? []), payment])
  }
  return groups
}

async function inParallel<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, worker))
}

// biome-ignore lint/suspicious/noConfusingVoidType: a step that is called without input has it as void
const sweepStep = createStep("sweep-crypto-payments-step", async (_: void, { container }) => {
  try {
    return new StepResponse<SweepResult | null, null>(await sweep(container, new Date()))
  } catch (error) {
    // The next tick tries again; what was claimed comes up by itself when its lease ends.
    const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.error(`crypto payments: sweep failed: ${errorLine(error)}`)
    return new StepResponse<SweepResult | null, null>(null)
  }
})

/** One pass over everything that is due. */
export const sweepCryptoPaymentsWorkflow = createWorkflow(
  "sweep-crypto-payments",
  () => new WorkflowResponse(sweepStep()),
)
