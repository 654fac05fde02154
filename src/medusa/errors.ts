/** Whether Medusa refused, rather than broke. Errors of a workflow may have been through JSON, which loses the class but keeps this mark. */
export const isMedusaError = (error: unknown): boolean =>
  (error as { __isMedusaError?: unknown } | null)?.__isMedusaError === true
