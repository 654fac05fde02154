import { type MiddlewareRoute, validateAndTransformBody, validateAndTransformQuery } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { refuseDeep, refuseUnwritable } from "../../guards/unusable-body"

/** Checks types and lengths; the use-case checks the names, once it knows the payment. */
const QuoteInput = z.strictObject({ asset: z.string().max(16).optional(), chain: z.string().max(32).nullish() })
export type QuoteInput = z.infer<typeof QuoteInput>

const OptionsQuery = z.strictObject({
  // PostgreSQL's text holds no NUL.
  region_id: z
    .string()
    .min(1)
    .max(255)
    .refine((id) => !id.includes("\0"), "not an id"),
})
export type OptionsQuery = z.infer<typeof OptionsQuery>

export const shopperRoutes: MiddlewareRoute[] = [
  {
    matcher: "/store/crypto-payments/options",
    method: ["GET"],
    middlewares: [validateAndTransformQuery(OptionsQuery, { isList: true })],
  },
  {
    matcher: "/store/crypto-payments/:token/quote",
    method: ["POST"],
    middlewares: [refuseDeep, refuseUnwritable, validateAndTransformBody(QuoteInput)],
  },
]
