import { addressProblem, canonicalTransactionId, type OnNetwork } from "../../core/assets/addresses"
import { parseAssetChoice } from "../../core/assets/choices"
import { ASSET_FACTS, type Asset } from "../../core/assets/registry"
import {
  amountOf,
  currencyExponent,
  displayBaseUnits,
  type FiatAmount,
  minorToMajor,
  toBaseUnits,
} from "../../core/money/units"
import { decideAfterPayout, isPartlyPaidOut, markWithoutPayout } from "../../core/payment/attention"
import { isFarAboveOverpaid, isFarFromRate, sentAtRate } from "../../core/payment/payout"
import {
  type AdminError,
  adminError,
  type PayoutProblem,
  payoutRefused,
  type Result,
} from "../../core/text/admin-errors"
import { CryptoPaymentError } from "../../core/text/errors"
import { errorLine, ofPayment } from "../../core/text/log-lines"
import { isMedusaError } from "../../medusa/errors"
import { canBook } from "../../medusa/ledger"
import { ownerOfPayment } from "../../medusa/raw-reads"
import { payoutBehind, refundAmount, refundInMedusa, refundOf } from "../../medusa/refunds"
import type { UnfinishedPayout } from "../../modules/crypto-payments/stores/payouts"
import { isUniqueViolation, type PaymentRow, type PayoutRow } from "../../modules/crypto-payments/stores/rows"
import { type AdminAction, actionOn, actionsFor } from "../attention/admin-actions"
import { withCartLock, withOrderLease } from "../concurrency"
import { type Context, oneStepWorkflow } from "../context"
import { isNoLongerOverpaid, overpaidOn, refundableOf, wasJustCaptured } from "../review-order/refundable"
import { reviewedPayments, reviewOrder } from "../review-order/review-order"
import { removeNotices } from "../store-events/notify"

type RecordPayoutInput = AdminAction & { payout: PayoutInput }
type Recorded = Result<{ payout: PayoutRow }>

/**
 * Records a payout that an admin made by hand, and makes Medusa's refund of it if Medusa captured the money. Refuses a
 * payout that is already recorded, but finishes one that a crash left unfinished.
 */
async function recordPayout(context: Context, { id, actor_id, payout }: RecordPayoutInput): Promise<Recorded> {
  const { store, log } = context
  const [found] = await reviewedPayments(context, await store.lists.payments.byIds([id]))
  if (!found) return adminError("unknown_payment")
  const isOwn = await store.payments.hasAddress(payout.address.trim())
  const overpaid = await overpaidOn(context, found)
  const parsed = parsePayout(payout, found, { isOwn, overpaid, rest: null })
  if (!parsed.ok) {
    // An amount that is too large is named together with the other mistakes. If it is the only mistake, it is checked
    // under the lease, because the payout may be an unfinished one.
    const { rest } = await refundableOf(context, found)
    const all = parsePayout(payout, found, { isOwn, overpaid, rest })
    return all.ok ? parsed : all
  }
  return withOrderLease<Recorded>(context, found, found.order_id, async ({ payment }) => {
    const wanted = { ...parsed.payout, created_by: actor_id }
    const recorded = await withCartLock(context, payment, () => insertPayout(context, payment, wanted, payout))
    if (!recorded.ok) return recorded
    const row = recorded.payout
    try {
      await finishPayout(context, payment, row)
    } catch (error) {
      // After a fault the payout stays, because the money is sent: the sweep makes its refund.
      const refusal = isMedusaError(error) ? await removeRefusedPayout(context, payment, row, error) : undefined
      if (refusal) return refusal
      log("payout_unfinished", { ...ofPayment(payment), payout_id: row.id, error })
      return adminError("payout_unfinished")
    }
    return { ok: true, payout: (await store.payouts.byId(row.id)) ?? row }
  })
}

type Known = Pick<PayoutInput, "confirm_not_overpaid" | "expected_status" | "expected_address">

/**
 * Call it under the lease, so that two payouts at once cannot exceed what may be sent back.
 * @param known what the admin knew and confirmed
 */
async function insertPayout(
  context: Context,
  payment: PaymentRow,
  payout: Payout & { created_by: string },
  known: Known,
): Promise<Recorded> {
  const { container, store, clock } = context
  const before = await store.payouts.byTransaction(payment.id, payout.transaction_id)
  if (before?.booked_at === null && isSame(before, payout)) return { ok: true, payout: before }
  if (before) return adminError("payout_recorded_already")
  if (await hasChanged(context, payment, known)) return adminError("payment_changed")

  const { actions, refundable } = await actionsFor(context, payment)
  const { rest, medusaPaymentId } = refundable
  if (known.confirm_not_overpaid !== true && (await isNoLongerOverpaid(context, payment)))
    return adminError("nothing_overpaid")
  if (!actions.includes("record_payout") || !rest) return adminError("not_possible")
  if (BigInt(payout.amount_minor) > BigInt(rest.minor)) return payoutRefused([{ code: "payout_exceeds_rest" }])
  const orderId = medusaPaymentId && (await ownerOfPayment(container, medusaPaymentId))?.orderId
  if (medusaPaymentId && orderId) {
    const amount = await refundAmount(container, payout, medusaPaymentId)
    if (!(await canBook(container, orderId, amount)))
      return adminError("refund_refused", "the order has an open edit: confirm or cancel it, then record this again")
  }
  try {
    const row = { ...payout, payment_id: payment.id }
    const inserted = await store.payouts.insert(row, decideAfterPayout(Boolean(orderId)), clock())
    return inserted ? { ok: true, payout: inserted } : adminError("busy")
  } catch (error) {
    if (isUniqueViolation(error)) return adminError("payout_recorded_already")
    throw error
  }
}

/** Whether an order took the money, or the shopper entered another address, since the admin looked at the payment. */
async function hasChanged(
  context: Context,
  payment: PaymentRow,
  { expected_status = payment.status, expected_address }: Known,
): Promise<boolean> {
  const { id, status } = payment
  if (status === "settled" && expected_status !== status) return true
  if (await wasJustCaptured(context, payment)) return true
  const entered = (await context.store.payoutRequests.ofPayment(id))?.address ?? null
  return expected_address !== undefined && entered !== null && entered !== expected_address
}

const isSame = (row: PayoutRow, payout: Payout): boolean =>
  (["amount_minor", "sent_base", "asset", "chain", "address"] as const).every((field) => row[field] === payout[field])

export const recordCryptoPayoutWorkflow = oneStepWorkflow("record-crypto-payout", recordPayout)

/**
 * Accepts, once, the Medusa refund that was made for a recorded payout.
 * @param minor the refund's amount in minor units; null if it cannot be expressed in them
 * @throws CryptoPaymentError `refund_by_hand` for every other refund: software cannot send the money back
 */
export async function claimPayout(
  { container, store, clock }: Context,
  payment: PaymentRow,
  refundId: string | undefined,
  minor: number | null,
): Promise<void> {
  const id = refundId && (await payoutBehind(container, refundId))
  const payout = id && { id, payment_id: payment.id, amount_minor: String(minor) }
  const claimed = refundId && payout && (await store.payouts.claimPayout(payout, refundId, clock()))
  if (!claimed) throw new CryptoPaymentError("refund_by_hand")
}

/**
 * Finishes a recorded payout: Medusa's refund if Medusa captured the money, the payment's row, and the audit log.
 * Idempotent: each part may already be done.
 * @param payment as read under the lease
 * @throws MedusaError if Medusa refuses the refund
 */
async function finishPayout(context: Context, payment: PaymentRow, payout: PayoutRow): Promise<void> {
  const { store, clock, log } = context
  const { medusaPaymentId } = await refundableOf(context, payment)
  if (medusaPaymentId) await refundInMedusa(context, payout, medusaPaymentId)
  const { rest } = await refundableOf(context, payment)
  const now = clock()
  const { created_by, note } = payout
  const outcome = outcomeOf(payout, payment)
  const action = actionOn(payment, { kind: "payout_recorded", actor_id: created_by ?? "", note, outcome })
  const booked = await store.inOneTransaction(async ({ marks, payouts, payoutRequests, actions }) => {
    if (!(await payouts.booked(payout.id, now))) return false
    await payoutRequests.end(payment.id)
    // The payout moved money that is on no order to `attention`.
    const status = payment.status === "settled" ? "settled" : "attention"
    if (rest === null && payment.status !== "closed") await marks.close({ id: payment.id, status }, now)
    await actions.record(action, now)
    return true
  })
  if (booked) log("payout_recorded", { ...ofPayment(payment), payout_id: payout.id })
  if (booked && rest === null) await removeNotices(context, { payments: [payment] })
  // The payout may have sent back what was overpaid on the order.
  if (payment.order_id !== null) await reviewOrder(context, payment.order_id)
}

/**
 * Removes a payout whose refund Medusa refused. A payout whose refund exists stays, and the sweep finishes it.
 * @returns the refusal for the admin; undefined if the payout stays
 */
async function removeRefusedPayout(
  context: Context,
  payment: PaymentRow,
  payout: PayoutRow,
  error: unknown,
): Promise<AdminError | undefined> {
  const { container, store, clock } = context
  const { medusaPaymentId } = await refundableOf(context, payment)
  if (!medusaPaymentId || (await refundOf(container, medusaPaymentId, payout.id))) return undefined
  const { medusa_refund_id } = (await store.payouts.byId(payout.id)) ?? payout
  if (medusa_refund_id) await store.payouts.unclaim(payout.id, medusa_refund_id, clock())
  await store.payouts.remove(payout.id)
  await unmark(context, payment)
  return adminError("refund_refused", errorLine(error, store.secrets()))
}

/** Without any payout, the whole money may pay for an order again; the sweep decides that anew. */
async function unmark(
  { store, clock }: Context,
  { id, attention_reason, attention_detail }: PaymentRow,
): Promise<void> {
  const marked = await store.payments.byId(id)
  if (!marked || !isPartlyPaidOut(marked) || (await store.lists.payouts.ofPayments([id])).length > 0) return
  const now = clock()
  const mark = { attention_reason: markWithoutPayout(attention_reason), attention_detail, next_check_at: now }
  await store.payments.patch(id, mark, now, "attention")
}

const outcomeOf = (payout: PayoutRow, payment: PaymentRow): string => {
  const worth = `${minorToMajor(amountOf(payout))} ${payout.currency}`
  return payout.asset === payment.asset
    ? `${worth} (${displayBaseUnits(payout.sent_base, payment.decimals)} ${payout.asset})`
    : worth
}

/**
 * Finishes a payout that a crash or a fault left unfinished. The money is sent, so the payout stays and is retried even if
 * Medusa refuses its refund.
 */
export async function resumePayout(context: Context, payout: UnfinishedPayout): Promise<void> {
  const { store } = context
  const found = await store.payments.byId(payout.payment_id)
  if (!found) return
  await withOrderLease(context, found, found.order_id, async ({ payment }) => {
    const fresh = await store.payouts.byId(payout.id)
    if (fresh && fresh.booked_at === null) await finishPayout(context, payment, fresh)
  })
}

type Corrected = Pick<PayoutRow, "address" | "transaction_id" | "note">

/** The corrected fields, trimmed. A missing field stays as it is. */
type PayoutCorrection = { [field in keyof Corrected]?: string | undefined }

/**
 * Corrects where a recorded payout went. Amounts, asset and Medusa's refund do not change, because the money is sent.
 */
async function correctPayout(
  { store, clock }: Context,
  { id, actor_id, correction }: AdminAction & { correction: PayoutCorrection },
): Promise<Result> {
  const payout = await store.payouts.byId(id)
  const payment = payout && (await store.payments.byId(payout.payment_id))
  if (!payment) return adminError("unknown_payout")
  const isOwn = correction.address !== undefined && (await store.payments.hasAddress(correction.address))
  const wanted = changeOf(payout, payment, correction, isOwn)
  if (!wanted.ok) return wanted
  const { change } = wanted
  if (Object.keys(change).length === 0) return { ok: true }
  try {
    const corrected = await store.payouts.correct(id, change, actor_id, clock())
    return corrected ? { ok: true } : adminError("unknown_payout")
  } catch (error) {
    if (isUniqueViolation(error)) return adminError("payout_recorded_already")
    throw error
  }
}

/** Checks only fields that change, because an old payout may have an address that was never checked. */
function changeOf(
  payout: PayoutRow,
  { test_mode }: PaymentRow,
  { address = payout.address, transaction_id: id = payout.transaction_id, note = payout.note ?? "" }: PayoutCorrection,
  isOwn: boolean,
): Result<{ change: Partial<Corrected> }> {
  const on = { asset: payout.asset, chain: payout.chain, testMode: test_mode }
  const change: Partial<Corrected> = {}
  const problems: PayoutProblem[] = []
  if (address !== payout.address) {
    problems.push(...problemOfAddress(on, address, isOwn))
    change.address = address
  }
  if (id !== payout.transaction_id) {
    const transaction_id = canonicalTransactionId(on, id)
    if (transaction_id === undefined) problems.push({ code: "transaction_id_invalid" })
    else if (transaction_id !== payout.transaction_id) change.transaction_id = transaction_id
  }
  if (note !== (payout.note ?? "")) change.note = note || null
  return problems.length > 0 ? payoutRefused(problems) : { ok: true, change }
}

export const correctCryptoPayoutWorkflow = oneStepWorkflow("correct-crypto-payout", correctPayout)

/**
 * An admin's entry of a payout. Amounts are plain decimals: `amount` in major units, `sent` in whole units of the
 * asset.
 */
type PayoutInput = {
  amount: string
  sent: string
  asset?: string | undefined
  chain?: string | undefined
  address: string
  transaction_id: string
  note?: string | undefined
  /** The admin confirmed amounts that differ from the payment's rate, or from what the order was overpaid. */
  confirm_amount?: boolean | undefined
  /** The admin confirmed a payout of an order that was overpaid and no longer is. */
  confirm_not_overpaid?: boolean | undefined
  /** The payment's status when the admin looked. */
  expected_status?: string | undefined
  /** The address that the shopper had entered then; null without one. */
  expected_address?: string | null | undefined
}

type PaidWith = Pick<
  PaymentRow,
  "asset" | "chain" | "decimals" | "currency" | "test_mode" | "amount_minor" | "pay_amount_base"
>

type Payout = Pick<
  PayoutRow,
  "amount_minor" | "currency" | "sent_base" | "asset" | "chain" | "address" | "transaction_id" | "note"
>

/**
 * Parses a payout: refuses an amount with more decimals than its currency or asset has, and, unless the admin confirmed
 * it, one that is far from the payment's rate or above what the order was overpaid. Names every wrong field.
 * @param isOwn whether this store showed the address to a shopper
 * @param rest what may still be sent back; null if the caller checks that
 * @param overpaid what the order was overpaid; null if the payment does not need attention because of it
 */
function parsePayout(
  input: PayoutInput,
  payment: PaidWith,
  { isOwn, rest, overpaid }: { isOwn: boolean; rest: FiatAmount | null; overpaid: FiatAmount | null },
): Result<{ payout: Payout }> {
  const amount = minorOf(input.amount, payment.currency)
  const problems: PayoutProblem[] = amount ? [] : [{ code: "amount_invalid" }]
  if (amount && rest && amount > BigInt(rest.minor)) problems.push({ code: "payout_exceeds_rest" })
  else if (amount && overpaid && !input.confirm_amount) problems.push(...problemOfOverpaid(amount, overpaid))
  const sentIn = assetOf(input, payment)
  // Without an asset the network is unknown, so the other fields cannot be checked.
  if (!sentIn) return payoutRefused([...problems, { code: "asset_invalid" }])

  const { asset, chain } = sentIn
  const sent = toBaseUnits(input.sent.trim(), sentIn.decimals)
  if (!sent) problems.push({ code: "sent_invalid" })
  if (amount && sent && !input.confirm_amount) problems.push(...problemOfAmounts(amount, sent, asset, payment))
  const on = { asset, chain, testMode: payment.test_mode }
  const address = input.address.trim()
  problems.push(...problemOfAddress(on, address, isOwn))
  const transaction_id = canonicalTransactionId(on, input.transaction_id.trim())
  if (transaction_id === undefined) problems.push({ code: "transaction_id_invalid" })
  if (!amount || !sent || !transaction_id || problems.length > 0) return payoutRefused(problems)

  const money = { amount_minor: String(amount), currency: payment.currency, sent_base: String(sent), asset, chain }
  return { ok: true, payout: { ...money, address, transaction_id, note: input.note?.trim() || null } }
}

/** @returns a safe integer above zero, in minor units; undefined for any other text */
function minorOf(amount: string, currency: string): bigint | undefined {
  const exponent = currencyExponent(currency)
  const minor = exponent === undefined ? undefined : toBaseUnits(amount.trim(), exponent)
  return minor && minor <= BigInt(Number.MAX_SAFE_INTEGER) ? minor : undefined
}

/** What is wrong with the address of a payout; empty if nothing. */
export function problemOfAddress(on: OnNetwork, address: string, isOwn: boolean): PayoutProblem[] {
  const code = addressProblem(on, address) ?? (isOwn ? "address_own" : undefined)
  return code ? [{ code }] : []
}

function problemOfOverpaid(minor: bigint, overpaid: FiatAmount): PayoutProblem[] {
  if (!isFarAboveOverpaid(minor, BigInt(overpaid.minor))) return []
  return [{ code: "amount_above_overpaid", detail: `overpaid: ${minorToMajor(overpaid)} ${overpaid.currency}` }]
}

/** There is no rate for another asset than the payment's, so such an amount always needs a confirmation. */
function problemOfAmounts(minor: bigint, sent: bigint, asset: string, payment: PaidWith): PayoutProblem[] {
  if (asset !== payment.asset) return [{ code: "amount_differs" }]
  const rate = { minor: payment.amount_minor, base: payment.pay_amount_base }
  if (!isFarFromRate(minor, sent, rate)) return []
  const expected = displayBaseUnits(String(sentAtRate(minor, rate)), payment.decimals)
  return [{ code: "amount_differs", detail: `at the payment's rate: ${expected} ${asset}` }]
}

/** The asset and network of a payout, by default those of the payment; undefined if they are unknown. */
function assetOf(
  { asset, chain }: Pick<PayoutInput, "asset" | "chain">,
  payment: Pick<PaymentRow, "asset" | "chain" | "decimals">,
): { asset: string; chain: string; decimals: number } | undefined {
  const sameAsset = asset === undefined || asset.toUpperCase() === payment.asset
  const sameChain = chain === undefined || chain.toLowerCase() === payment.chain.toLowerCase()
  if (sameAsset && sameChain) return { asset: payment.asset, chain: payment.chain, decimals: payment.decimals }
  const parsed = parseAssetChoice({ asset: asset ?? payment.asset, chain })
  if (!parsed.ok) return undefined
  const facts = ASSET_FACTS[parsed.choice.asset as Asset]
  const named = parsed.choice.chain ?? facts.ownChain
  return named ? { asset: parsed.choice.asset, chain: named, decimals: facts.decimals } : undefined
}
