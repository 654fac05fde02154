import { type MiddlewareRoute, validateAndTransformBody } from "@medusajs/framework/http"
import { CloseInput, Nothing, RefundInput } from "./acting-validators"
import { MAY } from "./policies"

type Policy = (typeof MAY)[keyof typeof MAY]

const act = (path: string, body: Parameters<typeof validateAndTransformBody>[0], policy: Policy): MiddlewareRoute => ({
  matcher: `/admin/crypto-payments/${path}`,
  method: ["POST"],
  middlewares: [validateAndTransformBody(body)],
  // The answer shows the payment or the event as it is now.
  policies: [MAY.readPayments, policy],
})

/** What a person does about a payment or an event. */
export const actingMiddlewares: MiddlewareRoute[] = [
  act("payments/:id/check", Nothing, MAY.updatePayments),
  act("payments/:id/settle", Nothing, MAY.updatePayments),
  act("payments/:id/settle-onto-order", Nothing, MAY.updatePayments),
  act("payments/:id/close", CloseInput, MAY.updatePayments),
  act("payments/:id/refunds", RefundInput, MAY.createRefunds),
  act("events/:id/retry", Nothing, MAY.updatePayments),
  act("events/:id/close", CloseInput, MAY.updatePayments),
]
