import { SETUP_WORDS } from "../connection/setup"

/** Every refusal of an admin's request: a stable code, the HTTP status, and what happened and what to do. */
export const ADMIN_ERRORS = {
  migrations_missing: [503, SETUP_WORDS.migrations_missing],
  // Connections
  unknown_connection: [404, "No payment provider with this id is registered in medusa-config."],
  set_in_config: [400, "This setting comes from medusa-config or the environment. Change or remove it there."],
  encryption_key_missing: [
    409,
    "Secrets are not stored without an encryption key. Make one with: openssl rand -base64 32 — set it as CRYPTO_PAYMENTS_ENCRYPTION_KEY, restart Medusa, and enter the secret again.",
  ],
  secret_key_wanted: [
    400,
    "The base URL changes, so enter the secret key again: a key is sent only to the address that it was entered for.",
  ],
  setting_invalid: [400, "A setting is not valid."],
  nothing_to_rotate: [400, "There is no endpoint secret to replace yet. Enter the first one in the settings."],
  same_secret: [400, "This endpoint secret is already in use. Enter the new one from the merchant dashboard."],
  rotation_date_invalid: [
    400,
    "The old secret can stay valid for at most 30 days, and the date must be in the future.",
  ],
  // Payments, attention, events
  unknown_payment: [404, "There is no crypto payment with this id."],
  unknown_event: [404, "There is no stored event with this id."],
  not_possible: [
    409,
    "This cannot be done in the payment's present state. Reload the page to see what can be done now.",
  ],
  connection_not_ready: [
    409,
    "The connection of this payment is not set up, so the service cannot be asked. The connection's page says why.",
  ],
  order_differs: [
    409,
    "The order no longer waits for this amount in this currency. Compare the two, then send the money back.",
  ],
  busy: [409, "This payment is being processed. Try again in a few seconds."],
  note_wanted: [400, "Write a note that says why you close this."],
  range_invalid: [
    400,
    "The last day must not be before the first, and a range spans at most 24 months. Change the days.",
  ],
  // Asking for a payment
  unknown_order: [404, "There is no order with this id."],
  order_is_draft: [409, "This is a draft order. Convert it to an order, then ask for the payment."],
  nothing_owed: [409, "This order owes nothing, or was canceled."],
  money_arriving: [
    409,
    "Money for this order is on its way or may be, or has arrived and is not on the order yet. If it needs attention, decide about it first. Otherwise wait, so that nobody pays twice.",
  ],
  no_connection_for_order: [
    409,
    "Crypto payments are not ready in this order's region. Enable them under Settings, Regions, and enter the keys under Settings, Crypto payments. If both are done, no connection may take this order: it has test keys and the order is for real money, or the order has the price of another way to pay.",
  ],
  // Payouts
  amount_invalid: [400, "The amount must be above zero, without more decimal places than the currency has."],
  amount_above_overpaid: [
    400,
    "The amount is more than 5 % above what the order was overpaid. Check it, then confirm it with confirm_amount: true.",
  ],
  nothing_overpaid: [
    409,
    "The order is no longer overpaid: it was changed or credited since, or the difference was sent back. Look at the order. If the money must go back nevertheless, confirm it.",
  ],
  payment_changed: [
    409,
    "Since you opened this, an order took the money, or the shopper entered another address. Nothing was recorded. Look at the payment and its order: if you sent the money, cancel the order or hold back its goods, then open this again and record it.",
  ],
  item_changed: [409, "This item changed since you opened it. Nothing was closed. Look at it again."],
  sent_invalid: [400, "The amount sent must be above zero, without more decimal places than the asset has."],
  asset_invalid: [400, "The asset or the network is not one that this plugin knows."],
  address_invalid: [
    400,
    "This is not an address of the asset's network, or it has a typo. Copy it again from the wallet that sent the money.",
  ],
  address_not_a_wallet: [
    400,
    "This is the zero address or the contract of a token, which is nobody's wallet. Enter the address that you sent money to.",
  ],
  address_own: [
    400,
    "This is an address that this store showed to a shopper. Enter the address that you sent money to.",
  ],
  transaction_id_invalid: [
    400,
    "A transaction id of this network has 64 characters, each from 0 to 9 or a to f. Copy it again from the wallet that sent the money.",
  ],
  amount_differs: [
    400,
    "The amount sent is more than 5 % away from this payment's rate, or in another asset, which has no rate here. Check both amounts, then confirm them with confirm_amount: true.",
  ],
  unknown_payout: [404, "There is no recorded payout with this id."],
  payout_recorded_already: [409, "A payout with this transaction id is already recorded for this payment."],
  payout_exceeds_rest: [400, "This is more than can still be sent back of this payment."],
  address_entered: [409, "The shopper has entered an address. To ask again, reopen it, which forgets the address."],
  payout_unfinished: [
    500,
    "The payout is saved, but updating the order failed. We will retry within two minutes. Do not record it again.",
  ],
  refund_refused: [409, "Medusa refused the refund, and nothing was recorded."],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type AdminErrorCode = keyof typeof ADMIN_ERRORS

/** The words of a refusal that is about several fields. */
export const OF_SEVERAL: Partial<Record<AdminErrorCode, string>> = {
  set_in_config: "These settings come from medusa-config or the environment. Change or remove them there.",
  setting_invalid: "These settings are not valid.",
}

/** What is wrong with one field of a form. It never contains a secret. */
export type FieldMessage = { field: string; message: string }

/** `detail`: which setting it is, or what Medusa said; never a secret. `fields`: every field that is wrong. */
export type AdminError = { ok: false; code: AdminErrorCode; detail?: string; fields?: readonly FieldMessage[] }

/** What a use-case returns to an admin: done with a result, or the refusal. */
export type Result<T = unknown> = ({ ok: true } & T) | AdminError

export const adminError = (code: AdminErrorCode, detail?: string): AdminError => ({
  ok: false,
  code,
  ...(detail === undefined ? {} : { detail }),
})

/** The message of the HTTP answer: what happened and what to do. */
export function refusalMessage({ code, detail, fields = [] }: AdminError): string {
  const sentence = (fields.length > 1 && OF_SEVERAL[code]) || ADMIN_ERRORS[code][1]
  return detail ? `${sentence} (${detail})` : sentence
}

/** The field of a payout that a refusal is about. */
const PAYOUT_FIELDS = {
  amount_invalid: "amount",
  payout_exceeds_rest: "amount",
  amount_above_overpaid: "amount",
  sent_invalid: "sent",
  amount_differs: "sent",
  asset_invalid: "asset",
  address_invalid: "address",
  address_not_a_wallet: "address",
  address_own: "address",
  transaction_id_invalid: "transaction_id",
} as const satisfies Partial<Record<AdminErrorCode, string>>

export type PayoutProblem = { code: keyof typeof PAYOUT_FIELDS; detail?: string }

/** Refuses a payout with its first problem (at least one, in the order of the form), and names each wrong field. */
export function payoutRefused(problems: readonly PayoutProblem[]): AdminError {
  const refusals = problems.map((problem) => ({ ok: false as const, ...problem }))
  const fields = refusals.map((one) => ({ field: PAYOUT_FIELDS[one.code], message: refusalMessage(one) }))
  return { ...(refusals[0] as AdminError), fields }
}

export const settingsInvalid = (fields: readonly FieldMessage[]): AdminError => refusedFields("setting_invalid", fields)

export const refusedFields = (code: AdminErrorCode, fields: readonly FieldMessage[]): AdminError => ({
  ...adminError(code, fields.map(({ field, message }) => `${field}: ${message}`).join("; ")),
  fields,
})
