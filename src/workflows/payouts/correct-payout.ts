import { canonicalTransactionId } from "../../core/assets/addresses"
import { adminError, type PayoutProblem, payoutRefused, type Result } from "../../core/text/admin-errors"
import { isUniqueViolation, type PaymentRow, type PayoutRow } from "../../modules/crypto-payments/stores/rows"
import type { AdminAction } from "../attention/admin-actions"
import { type Context, oneStepWorkflow } from "../context"
import { problemOfAddress } from "./parse-payout"

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
