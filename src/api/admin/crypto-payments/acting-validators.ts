import { z } from "@medusajs/framework/zod"

const NOTE = z.string().trim().max(2000)

/** What is pressed and says nothing more. */
export const Nothing = z.object({}).strict()

/** Empty is let through to be refused in words: a note is what the closing is worth. */
export const CloseInput = z.object({ note: NOTE.optional() }).strict()

/** Lengths and kinds; what the values mean is judged where the payment is known. */
export const RefundInput = z
  .object({
    amount: z.string().max(40),
    sent: z.string().max(40),
    asset: z.string().max(20).optional(),
    chain: z.string().max(40).optional(),
    address: z.string().max(200),
    transaction_id: z.string().max(200),
    note: NOTE.optional(),
  })
  .strict()

export type CloseInput = z.infer<typeof CloseInput>
export type RefundInput = z.infer<typeof RefundInput>
