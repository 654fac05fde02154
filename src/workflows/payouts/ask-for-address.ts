import { looksLikeBitcoin } from "../../core/assets/addresses"
import type { FiatAmount } from "../../core/money/units"
import { type AttentionReason, RETRIED_REASONS } from "../../core/payment/attention-reasons"
import { networksBack, PAYOUT_LINK_MS, type PayoutRequestState, payoutRequestState } from "../../core/payment/payout"
import { payoutPageUrl } from "../../core/payment/shopper-view"
import { adminError, type PayoutProblem, type Result } from "../../core/text/admin-errors"
import { ofPayment } from "../../core/text/log-lines"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { type AdminAction, actionOn, actionsFor, refusalOf } from "../attention/admin-actions"
import { withCartLock, withOrderLease } from "../concurrency"
import type { Context } from "../context"
import { isNoLongerOverpaid, wasJustCaptured } from "../review-order/refundable"
import { emitStoreEvent, tellAdminsOfAddress } from "../store-events/notify"
import { problemOfAddress } from "./record-payout"

type AddressLink = { url: string; ends_at: string }

/**
 * Makes the link on which the shopper enters where the money goes back to; a former link no longer works. It is no
 * workflow, because the engine would store the link.
 * @param reopen forgets an address that was entered, which is refused otherwise
 */
export async function askForAddress(
  context: Context,
  { id, actor_id, reopen = false }: AdminAction & { reopen?: boolean | undefined },
): Promise<Result<{ link: AddressLink }>> {
  const { store, clock } = context
  const payment = await store.payments.byId(id)
  if (!payment) return adminError("unknown_payment")
  const refusal = await refusalOf(context, payment, "ask_address")
  if (refusal) return refusal
  if (await isNoLongerOverpaid(context, payment)) return adminError("nothing_overpaid")
  const now = clock()
  const endsAt = new Date(now.getTime() + PAYOUT_LINK_MS)
  const token = await store.inOneTransaction(async ({ payoutRequests, payments, actions }) => {
    const before = await payoutRequests.lockOfPayment(id)
    const wasEntered = before !== undefined && before.address !== null
    if (wasEntered && !reopen) return undefined
    const kind = wasEntered ? "address_reopened" : "address_asked"
    await actions.record(actionOn(payment, { kind, actor_id, outcome: "done" }), now)
    const made = await payoutRequests.renew(id, endsAt, now)
    // Until an address is entered again, the money may be settled again.
    if (wasEntered) await payments.patch(id, { goes_back_at: null, ...dueAgain(payment, now) }, now, "attention")
    return made
  })
  if (token === undefined) return adminError("address_entered")
  const url = payoutPageUrl(token, (await store.connection(payment.connection_id))?.config.backendUrl)
  const link = { url, ends_at: endsAt.toISOString() }
  await emitStoreEvent(context, "payoutDue", payment, {
    data: { address_url: link.url, address_url_ends_at: link.ends_at },
  })
  return { ok: true, link }
}

const dueAgain = ({ attention_reason: reason }: PaymentRow, now: Date) =>
  RETRIED_REASONS.has(reason as AttentionReason) ? { next_check_at: now } : {}

/** What the holder of a link sees. */
export type AddressRequest = {
  payment: PaymentRow
  state: PayoutRequestState
  /** What goes back; null if nothing does. */
  amount: FiatAmount | null
  /** The address that was entered. */
  entered: string | null
  networks: readonly string[]
}

/** @returns undefined for an unknown token */
export async function addressRequest(context: Context, token: string): Promise<AddressRequest | undefined> {
  const { store, clock } = context
  const request = await store.payoutRequests.byToken(token)
  const payment = request && (await store.payments.byId(request.payment_id))
  if (!payment) return undefined
  const { actions, sendBack, refundable } = await actionsFor(context, payment)
  // Medusa emits no event for a credit line, so the mark of an overpaid order may be stale.
  const isDue = actions.includes("ask_address") && !(await isNoLongerOverpaid(context, payment))
  const amount = isDue ? (sendBack ?? refundable.rest) : null
  const state = payoutRequestState(request, amount !== null, clock())
  const { address: entered } = request
  return { payment, state, amount, entered, networks: networksBack(networkOf(payment, payment.chain)) }
}

const networkOf = ({ asset, test_mode }: PaymentRow, chain: string) => ({ asset, chain, testMode: test_mode })

export type AddressEntry = {
  chain: string
  address: string
  /** The shopper was asked once more and said yes. */
  isSure: boolean
}

/**
 * `sure`: the address is fine, and the shopper is asked once more. `taken`: another entry came first, the link ended, or the
 * money is being settled or completes a cart at this moment.
 */
export type Entered = "entered" | "sure" | "taken" | PayoutProblem["code"]

/** Takes the shopper's address. The first entry stands. */
export async function enterAddress(
  context: Context,
  token: string,
  { payment, state, networks }: AddressRequest,
  { chain, address, isSure }: AddressEntry,
): Promise<Entered> {
  const { store, clock, log } = context
  if (state !== "open") return "taken"
  if (!networks.includes(chain) || looksLikeBitcoin(payment, address)) return "address_invalid"
  const [problem] = problemOfAddress(networkOf(payment, chain), address, await store.payments.hasAddress(address))
  if (problem) return problem.code
  if (!isSure) return "sure"
  const enter = () =>
    store.inOneTransaction(async ({ payoutRequests, payments }) => {
      const now = clock()
      if (!(await payoutRequests.enter(token, { chain, address }, now))) return false
      // Before anybody sends the money, so that no cart or order takes it too.
      await payments.patch(payment.id, { goes_back_at: now }, now, "attention")
      return true
    })
  const isEntered = await withOrderLease(context, payment, payment.order_id, async () => {
    // It may have been settled since it was read.
    if ((await addressRequest(context, token))?.state !== "open") return false
    return withCartLock(context, payment, async () => !(await wasJustCaptured(context, payment)) && enter())
  })
  if (isEntered !== true) return "taken"
  log("payout_address_entered", ofPayment(payment))
  await tellAdminsOfAddress(context, payment)
  return "entered"
}
