import type { MiddlewareRoute } from "@medusajs/framework/http"

/** Lists and details: nothing here changes anything. */
export const readingMiddlewares: MiddlewareRoute[] = []
