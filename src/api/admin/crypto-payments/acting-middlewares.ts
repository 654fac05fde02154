import type { MiddlewareRoute } from "@medusajs/framework/http"

/** What a person does about a payment or an event. */
export const actingMiddlewares: MiddlewareRoute[] = []
