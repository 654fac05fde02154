import { createHash } from "node:crypto"
import { isTestMode } from "./combine-settings"

/** One account at a payment service, by what is public of it. */
export type Account = {
  testMode: boolean
  /** SHA-256 of base URL and public key, in base64url. */
  fingerprint: string
}

export const accountOf = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Account => ({
  testMode: isTestMode({ apiKey }),
  fingerprint: createHash("sha256")
    .update(JSON.stringify([baseUrl, apiKey]))
    .digest("base64url"),
})

/** The mode and the account that asked for a payment; the account is null where the row is older than the column. */
export type AskedBy = { test_mode: boolean; account: string | null }

/** What a connection works with now: its account, `gone` where medusa-config lacks it, undefined while keys are missing. */
export type PresentAccount = Account | "gone" | undefined

/** `same`, or the reason for attention that keeps the money off its order. */
export type Standing = "same" | "test_money" | "other_account" | "connection_gone"

/**
 * Holds the account that asked for a payment against the one that its connection works with now.
 *
 * @param placedInTestMode whether the payment's order was placed in test mode; null where no order is, or nobody knows.
 * Test money completes an order that was placed in test mode, and never one that was placed live.
 */
export function standingOf(payment: AskedBy, present: PresentAccount, placedInTestMode: boolean | null): Standing {
  if (present === "gone") return "connection_gone"
  if (payment.test_mode && placedInTestMode === false) return "test_money"
  if (present === undefined || isSame(payment, present)) return "same"
  if (!payment.test_mode || present.testMode) return "other_account"
  return placedInTestMode === true ? "same" : "test_money"
}

const isSame = ({ test_mode, account }: AskedBy, present: Account): boolean =>
  account === null ? test_mode === present.testMode : account === present.fingerprint
