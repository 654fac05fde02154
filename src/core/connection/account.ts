import { createHash } from "node:crypto"
import { isTestMode } from "./settings"

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

/** The account of these settings; undefined while keys are missing. */
export const accountIn = ({ baseUrl, apiKey }: { baseUrl?: string | undefined; apiKey?: string | undefined }) =>
  baseUrl === undefined || apiKey === undefined ? undefined : accountOf({ baseUrl, apiKey })

/** Whether two fingerprints are of two accounts. What is not known counts as the same. */
export const isOfAnother = (fingerprint: string | null, present: string | null | undefined): boolean =>
  fingerprint !== null && present != null && fingerprint !== present

/** The mode and the fingerprint of the account that asked for a payment. */
export type AskedBy = { test_mode: boolean; account: string }

/** A connection's account now; `gone` if medusa-config lacks it, undefined while keys are missing. */
export type PresentAccount = Account | "gone" | undefined

/** `same`, or the reason for attention that keeps the money off its order. */
export type AccountMatch = "same" | "test_money" | "other_account" | "connection_gone"

/**
 * Compares the account that asked for a payment with its connection's present one. Test money completes an order that
 * was placed in test mode, and never one that was placed live.
 * @param placedInTestMode null without an order, or if unknown
 */
export function matchAccount(
  payment: AskedBy,
  present: PresentAccount,
  placedInTestMode: boolean | null,
): AccountMatch {
  if (present === "gone") return "connection_gone"
  if (payment.test_mode && placedInTestMode === false) return "test_money"
  if (present === undefined || payment.account === present.fingerprint) return "same"
  if (!payment.test_mode || present.testMode) return "other_account"
  return placedInTestMode === true ? "same" : "test_money"
}
