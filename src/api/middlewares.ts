import { defineMiddlewares } from "@medusajs/framework/http"
import { carryRequestContext } from "./request-context"

export default defineMiddlewares({
  routes: [
    {
      // The signature is over the bytes as they came. A larger body is refused before it is read.
      matcher: "/hooks/crypto-payments/:connection",
      method: ["POST"],
      bodyParser: { preserveRawBody: true, sizeLimit: "64kb" },
    },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      method: ["POST"],
      middlewares: [carryRequestContext],
    },
    { matcher: "/store/carts/:id/complete", method: ["POST"], middlewares: [carryRequestContext] },
  ],
})
