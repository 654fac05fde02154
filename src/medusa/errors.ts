import { MedusaError } from "@medusajs/framework/utils"

/** Whether Medusa refused, rather than broke. Errors of a workflow may have been through JSON, which loses the class but keeps this mark. */
export const isMedusaError = (error: unknown): boolean =>
  (error as { __isMedusaError?: unknown } | null)?.__isMedusaError === true

const TYPES: Record<number, string> = {
  400: MedusaError.Types.INVALID_DATA,
  403: MedusaError.Types.FORBIDDEN,
  404: MedusaError.Types.NOT_FOUND,
  // Medusa replaces the message of a CONFLICT.
  409: MedusaError.Types.NOT_ALLOWED,
}

/** Medusa's error type for an HTTP status, which its admin and storefronts know. */
export const errorTypeOf = (status: number): string => TYPES[status] ?? MedusaError.Types.UNEXPECTED_STATE
