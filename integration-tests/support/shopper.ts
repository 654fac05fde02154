import type { ShopperView } from "../../src/core/payment/shopper-answer"
import { REFUSALS, type RefusalCode } from "../../src/core/text/errors"
import { HttpProblem } from "./http"
import type { Shop } from "./medusa"
import type { CartWish, SessionWish } from "./store"

export type Renewed = { token: string; payment: ShopperView }

/** The path of a token's status. */
export const statusPath = (token: string): string => `/store/crypto-payments/${token}`

export const pathOfOptions = (region: string): string => `/store/crypto-payments/options?region_id=${region}`

/** A new cart and its open payment step, by default in BTC. */
export async function openCart({ store }: Pick<Shop, "store">, session?: SessionWish, wish?: CartWish) {
  const cart = await store.makeCart(wish)
  return { cart, ...(await store.openSession(cart, session)) }
}

/** The requests of a storefront with a token. */
export function shopperOf(shop: Shop) {
  return {
    view: async (token: string): Promise<ShopperView> => (await shop.store.get(statusPath(token))).payment,
    renew: (token: string, choice: object = {}): Promise<Renewed> =>
      shop.store.post(`${statusPath(token)}/quote`, choice),
    /** The raw answer, for tests of its headers. */
    ask: (path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> =>
      fetch(shop.url + path, { ...init, headers: { ...shop.store.headers, ...headers } }),
    /** How many payments the service was asked to create. */
    created: (): number => shop.sandbox.requests().filter(({ method }) => method === "POST").length,
  }
}

export async function refusalOf(work: Promise<unknown>): Promise<HttpProblem> {
  const answer = await work.catch((error: unknown) => error)
  if (answer instanceof HttpProblem) return answer
  throw new Error(`it was not refused: ${JSON.stringify(answer)}`, { cause: answer })
}

/** Expects that a request is refused with this code of the plugin, and with its message if it is for shoppers. */
export async function expectRefused(work: Promise<unknown>, code: string, status = 409): Promise<HttpProblem> {
  const problem = await refusalOf(work)
  const [, message = problem.body.message] = REFUSALS[code as RefusalCode] ?? []
  expect(problem).toMatchObject({ status, body: { code, message } })
  return problem
}
