import { MedusaError } from "@medusajs/framework/utils"

/** Whether an error is a refusal of Medusa and not a fault. A workflow may pass it as JSON, which keeps this mark. */
export const isMedusaError = (error: unknown): boolean =>
  (error as { __isMedusaError?: unknown } | null)?.__isMedusaError === true

/** The answer to an open cart that must be paid first. With this type core answers 200 with the cart, and keeps it. */
export const paymentRequired = (): MedusaError =>
  new MedusaError(
    MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
    "The order is placed as soon as the payment arrives. If you have not paid yet, pay the shown amount to the shown address.",
    "payment_not_completed",
  )

const TYPES: Record<number, string> = {
  400: MedusaError.Types.INVALID_DATA,
  403: MedusaError.Types.FORBIDDEN,
  404: MedusaError.Types.NOT_FOUND,
  // Not CONFLICT, whose message Medusa replaces.
  409: MedusaError.Types.NOT_ALLOWED,
}

/** Medusa's error type for an HTTP status. */
export const errorTypeOf = (status: number): string => TYPES[status] ?? MedusaError.Types.UNEXPECTED_STATE
