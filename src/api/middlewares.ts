import { defineMiddlewares } from "@medusajs/framework/http"
import { actingMiddlewares } from "./admin/crypto-payments/acting-middlewares"
import { connectionMiddlewares } from "./admin/crypto-payments/connections/middlewares"
import { readingMiddlewares } from "./admin/crypto-payments/reading-middlewares"
import { refuseMalformedPath } from "./crypto-payments/malformed-path"
import { refuseMalformedHook } from "./hooks/malformed-path"
import { noStore } from "./no-store"
import { guardOpening } from "./payment-sessions"
import { readRawBody } from "./raw-body"
import { refuseDeep } from "./refuse-deep"
import { refuseNul } from "./refuse-nul"
import { refuseUnusableData } from "./refuse-unusable-data"
import { refuseUnwritable } from "./refuse-unwritable"
import { carryRequestContext } from "./request-context"
import { clearReservedMetadata, dropReservedMetadata } from "./reserved-metadata"
import { shopperMiddlewares } from "./store/crypto-payments/middlewares"

export default defineMiddlewares({
  routes: [
    { matcher: "/hooks/crypto-payments", middlewares: [refuseMalformedHook] },
    {
      matcher: "/hooks/crypto-payments/:connection",
      method: ["POST"],
      bodyParser: false,
      middlewares: [readRawBody],
    },
    // Without a method it stands before core's validator, which writes out what is wrong.
    { matcher: "/store/payment-collections/:id/payment-sessions", middlewares: [refuseUnusableData] },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      method: ["POST"],
      middlewares: [carryRequestContext, guardOpening],
    },
    { matcher: "/crypto-payments", middlewares: [refuseMalformedPath] },
    // A form with one short field.
    { matcher: "/crypto-payments/:token", method: ["POST"], bodyParser: { sizeLimit: "2kb" } },
    { matcher: "/store", middlewares: [dropReservedMetadata] },
    {
      matcher: "/store/carts/:id/complete",
      method: ["POST"],
      middlewares: [clearReservedMetadata, carryRequestContext],
    },
    { matcher: "/admin/crypto-payments/*", middlewares: [noStore, refuseDeep, refuseUnwritable, refuseNul] },
    ...connectionMiddlewares,
    ...readingMiddlewares,
    ...actingMiddlewares,
    ...shopperMiddlewares,
  ],
})
