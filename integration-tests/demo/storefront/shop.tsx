import type { HttpTypes } from "@medusajs/framework/types"
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react"
import { placeOrder, sdk } from "./medusa"
import { forget, remember, remembered } from "./remembered"

type Cart = HttpTypes.StoreCart

export type Shop = {
  regions: HttpTypes.StoreRegion[]
  region: HttpTypes.StoreRegion
  chooseRegion: (id: string) => Promise<void>
  /** Null until the first item is added. */
  cart: Cart | null
  add: (variantId: string) => Promise<void>
  change: (itemId: string, quantity: number) => Promise<void>
  remove: (itemId: string) => Promise<void>
  /** Runs a call that changes the cart (address, shipping method, session), and then reads the cart again. */
  update: (work: (cart: Cart) => Promise<unknown>) => Promise<Cart>
  /** Call it when the cart has become an order. The next item goes into a new cart. */
  ordered: (orderId: string) => void
}

const Context = createContext<Shop | null>(null)

export function useShop(): Shop {
  const shop = useContext(Context)
  if (!shop) throw new Error("useShop is used outside of ShopProvider")
  return shop
}

const FIELDS = "*items,*region,*region.countries,*shipping_methods,*payment_collection.payment_sessions,+completed_at"

/** Region and cart. Each change is sent to Medusa, and Medusa's answer is shown. */
export function ShopProvider({ children, waiting, away }: Record<"children" | "waiting" | "away", ReactNode>) {
  const [isAway, setAway] = useState(false)
  const [regions, setRegions] = useState<HttpTypes.StoreRegion[]>([])
  const [regionId, setRegionId] = useState("")
  const [cart, setCart] = useState<Cart | null>(null)

  useEffect(() => {
    const take = async (): Promise<void> => {
      const begun = await begin()
      setRegions(begun.regions)
      setRegionId(begun.regionId)
      setCart(begun.cart)
    }
    take().catch(() => setAway(true))
  }, [])

  const reload = useCallback(async (id: string): Promise<Cart> => {
    const { cart } = await sdk.store.cart.retrieve(id, { fields: FIELDS })
    setCart(cart)
    return cart
  }, [])

  const region = regions.find(({ id }) => id === regionId)
  const shop = useMemo<Shop | null>(() => {
    if (!region) return null
    const existing = (): Cart => {
      if (!cart) throw new Error("Your cart is empty.")
      return cart
    }
    const update: Shop["update"] = async (work) => {
      await work(existing())
      return reload(existing().id)
    }
    return {
      regions,
      region,
      cart,
      update,
      chooseRegion: async (region_id) => {
        remember("region", region_id)
        if (cart) await update(({ id }) => sdk.store.cart.update(id, { region_id }))
        setRegionId(region_id)
      },
      add: async (variant_id) => {
        // Uses the stored id, because another tab may have ordered the cart or begun a new one.
        const id = remembered("cart") ?? (await sdk.store.cart.create({ region_id: region.id })).cart.id
        remember("cart", id)
        await sdk.store.cart.createLineItem(id, { variant_id, quantity: 1 })
        await reload(id)
      },
      change: async (item, quantity) => {
        await update(({ id }) => sdk.store.cart.updateLineItem(id, item, { quantity }))
      },
      remove: async (item) => {
        await update(({ id }) => sdk.store.cart.deleteLineItem(id, item))
      },
      ordered: (orderId) => {
        remember("order", orderId)
        if (remembered("cart") === cart?.id) forget("cart")
        setCart((current) => (current?.id === cart?.id ? null : current))
      },
    }
  }, [regions, region, cart, reload])

  return shop ? <Context.Provider value={shop}>{children}</Context.Provider> : isAway ? away : waiting
}

/** Null for a cart that does not exist. Rethrows other errors, after which the cart may still exist. */
function nullIfGone(error: unknown): null {
  if ((error as { status?: unknown }).status === 404) return null
  throw error
}

type Begun = { regions: HttpTypes.StoreRegion[]; regionId: string; cart: Cart | null }

/** Loads the region and the cart of an earlier visit or another tab. */
async function begin(): Promise<Begun> {
  const { regions } = await sdk.store.region.list({ fields: "*countries" })
  const left = remembered("cart")
  const found = left ? await sdk.store.cart.retrieve(left, { fields: FIELDS }).catch(nullIfGone) : null
  const cart = found && !found.cart.completed_at ? found.cart : null
  // The cart became an order while no tab was open, because it was paid.
  const order = found && !cart ? await placeOrder(found.cart.id) : null
  if (order) remember("order", order.id)
  if (!cart && remembered("cart") === left) forget("cart")
  const country = new Intl.Locale(navigator.language).region?.toLowerCase()
  const wished =
    regions.find(({ id }) => id === (cart?.region_id ?? remembered("region"))) ??
    regions.find(({ countries }) => countries?.some(({ iso_2 }) => iso_2 === country)) ??
    regions[0]
  return { regions, regionId: wished?.id ?? "", cart }
}
