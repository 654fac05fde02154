import { defineMiddlewares } from "@medusajs/framework/http"
import { readRawBody } from "./raw-body"
import { carryRequestContext } from "./request-context"

export default defineMiddlewares({
  routes: [
    {
      matcher: "/hooks/crypto-payments/:connection",
      method: ["POST"],
      bodyParser: false,
      middlewares: [readRawBody],
    },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      method: ["POST"],
      middlewares: [carryRequestContext],
    },
    { matcher: "/store/carts/:id/complete", method: ["POST"], middlewares: [carryRequestContext] },
  ],
})
