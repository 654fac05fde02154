import type { ShopperView } from "../../src/core/payment/shopper-view"
import { HttpProblem } from "./http"
import type { Shop } from "./medusa"

export type Renewed = { token: string; payment: ShopperView }

/** Where a token's payment is asked for. */
export const statusPath = (token: string): string => `/store/crypto-payments/${token}`

export const pathOfOptions = (region: string): string => `/store/crypto-payments/options?region_id=${region}`

/** What a shopper's storefront does with a token. */
export function shopperOf(shop: Shop) {
  return {
    view: async (token: string): Promise<ShopperView> => (await shop.store.get(statusPath(token))).payment,
    renew: (token: string, choice: object = {}): Promise<Renewed> =>
      shop.store.post(`${statusPath(token)}/quote`, choice),
    /** The bare answer, for a test of its headers. */
    ask: (path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> =>
      fetch(shop.url + path, { ...init, headers: { ...shop.store.headers, ...headers } }),
    /** Payments that the service was asked to create. */
    created: (): number => shop.sandbox.requests().filter(({ method }) => method === "POST").length,
  }
}

export async function refusalOf(work: Promise<unknown>): Promise<HttpProblem> {
  const answer = await work.then(
    (given) => given,
    (error: unknown) => error,
  )
  if (answer instanceof HttpProblem) return answer
  throw new Error(`it was not refused: ${JSON.stringify(answer)}`, { cause: answer })
}
