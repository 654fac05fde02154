import { createCartCreditLinesWorkflow, deleteCartCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import type { Shop } from "./medusa"

type InShop = Pick<Shop, "container">

/**
 * Adds a credit line to a cart, like a gift card. Medusa changes the total and not the payment collection.
 * @param amount in major units
 * @returns the credit line's id
 */
export async function creditCart({ container }: InShop, cartId: string, amount: number): Promise<string> {
  const line = { cart_id: cartId, amount, reference: "goodwill", reference_id: "a complaint", metadata: null }
  const { result } = await createCartCreditLinesWorkflow(container).run({ input: [line] as never })
  return (result as { id: string }[])[0]?.id as string
}

export async function removeCredit({ container }: InShop, id: string): Promise<void> {
  await deleteCartCreditLinesWorkflow(container).run({ input: { id: [id] } })
}
