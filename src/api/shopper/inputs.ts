import { z } from "@medusajs/framework/zod"

/** Checks types and lengths; the use-case knows the payment and checks the names. */
export const QuoteInput = z.strictObject({ asset: z.string().max(16).optional(), chain: z.string().max(32).nullish() })
export type QuoteInput = z.infer<typeof QuoteInput>

// PostgreSQL's text cannot store NUL.
const id = z.string().min(1).max(255)
export const OptionsQuery = z.strictObject({ region_id: id.refine((text) => !text.includes("\0"), "not an id") })
export type OptionsQuery = z.infer<typeof OptionsQuery>
