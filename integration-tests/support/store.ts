import type { ShopperSession } from "../../src/core/payment/shopper-answer"
import { CRYPTO_PROVIDER } from "./constants"
import { createHttp, type Http } from "./http"
import type { Seed } from "./seed"

export type CartWish = {
  region?: keyof Seed["regions"]
  variant?: keyof Seed["variants"]
  quantity?: number
  /** Without a shipping method the cart cannot become an order. */
  shipping?: boolean
  /** Medusa makes a customer for each address, and refuses one of two carts that send the same at once. */
  email?: string
}

export type Cart = { id: string; total: number; currency: string }

export type SessionWish = { asset?: string; chain?: string; provider?: string; [more: string]: unknown }

/** A payment session as the shopper gets it. */
export type Session = {
  id: string
  collection: string
  status: string
  amount: number
  currency: string
  /** The provider's data in snake_case, as a storefront gets it. */
  data: SessionData
}

export type SessionData = ShopperSession & { address: string; uri: string }

export type Completion =
  | { type: "order"; orderId: string }
  | { type: "cart"; error: { type: string; message: string; name: string } }

export type Store = Http & {
  /** A cart with an address and one item; by default 25.50 USD with shipping. */
  makeCart: (wish?: CartWish) => Promise<Cart>
  changeQuantity: (cart: Cart, quantity: number) => Promise<Cart>
  addShipping: (cart: Cart) => Promise<Cart>
  cart: (id: string) => Promise<Cart>
  /** Opens the payment step, or opens it again, with this choice; by default BTC. */
  openSession: (cart: Pick<Cart, "id">, wish?: SessionWish) => Promise<Session>
  /** The shopper confirms. */
  complete: (cart: Pick<Cart, "id">) => Promise<Completion>
  /** Completes the cart; throws Medusa's message if no order is placed. */
  placeOrder: (cart: Pick<Cart, "id">) => Promise<{ orderId: string }>
}

const ADDRESSES = {
  usd: { address_1: "1 Main St", city: "New York", country_code: "us", postal_code: "10001" },
  eur: { address_1: "Hauptstr. 1", city: "Berlin", country_code: "de", postal_code: "10115" },
}

type RawSession = { provider_id: string; currency_code: string }
type RawCart = { id: string; total: number; currency_code: string }
const toCart = ({ cart }: { cart: RawCart }): Cart => ({ id: cart.id, total: cart.total, currency: cart.currency_code })

/**
 * A shopper's requests to the store, over HTTP only, so that they work with any seeded Medusa. They ask for only the
 * fields that are read here, because Medusa's whole answers take longer.
 */
export function createStore(url: string, seed: Seed): Store {
  const http = createHttp(url, { "x-publishable-api-key": seed.publishableKey })
  const cartFields = "fields=id,total,currency_code"
  const addShipping = async (cart: Pick<Cart, "id">) =>
    toCart(
      await http.post(`/store/carts/${cart.id}/shipping-methods?${cartFields}`, { option_id: seed.shippingOption }),
    )

  const complete: Store["complete"] = async (cart) => {
    const answer = await http.post(`/store/carts/${cart.id}/complete?fields=id`)
    return answer.type === "order" ? { type: "order", orderId: answer.order.id } : { type: "cart", error: answer.error }
  }

  return {
    ...http,
    addShipping,
    complete,
    placeOrder: async (cart) => {
      const done = await complete(cart)
      if (done.type !== "order") throw new Error(done.error.message)
      return done
    },
    cart: async (id) => toCart(await http.get(`/store/carts/${id}?${cartFields}`)),

    makeCart: async ({
      region = "usd",
      variant = "plenty",
      quantity = 1,
      shipping = true,
      email = "shopper@example.com",
    } = {}) => {
      const cart = toCart(
        await http.post(`/store/carts?${cartFields}`, {
          region_id: seed.regions[region],
          sales_channel_id: seed.salesChannel,
          email,
          shipping_address: { first_name: "Ada", last_name: "Example", ...ADDRESSES[region] },
          items: [{ variant_id: seed.variants[variant], quantity }],
        }),
      )
      return shipping ? addShipping(cart) : cart
    },

    changeQuantity: async (cart, quantity) => {
      const { cart: full } = await http.get(`/store/carts/${cart.id}?fields=items.id`)
      return toCart(
        await http.post(`/store/carts/${cart.id}/line-items/${full.items[0].id}?${cartFields}`, { quantity }),
      )
    },

    openSession: async (cart, { provider = CRYPTO_PROVIDER, asset = "BTC", ...data } = {}) => {
      const { payment_collection } = await http.post(`/store/payment-collections?fields=id`, { cart_id: cart.id })
      const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`
      const answer = await http.post(path, { provider_id: provider, data: { asset, ...data } })
      const sessions: (Session & RawSession)[] = answer.payment_collection.payment_sessions
      const session = sessions.find(({ provider_id }) => provider_id === provider)
      if (!session) throw new Error(`no session of ${provider} came back`)
      const { id, status, amount, currency_code: currency, data: given } = session
      return { id, status, amount, currency, collection: payment_collection.id, data: given }
    },
  }
}
