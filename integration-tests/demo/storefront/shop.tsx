import type { HttpTypes } from "@medusajs/framework/types"
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react"
import { sdk } from "./medusa"
import { placeOrder } from "./place-order"
import { forget, remember, remembered } from "./remembered"

type Cart = HttpTypes.StoreCart

export type Shop = {
  regions: HttpTypes.StoreRegion[]
  region: HttpTypes.StoreRegion
  chooseRegion: (id: string) => Promise<void>
  /** Null where nothing was put into it yet. */
  cart: Cart | null
  add: (variantId: string) => Promise<void>
  change: (itemId: string, quantity: number) => Promise<void>
  remove: (itemId: string) => Promise<void>
  /** Gives the cart its address, method or session, by any call that answers with nothing we need. */
  update: (work: (cart: Cart) => Promise<unknown>) => Promise<Cart>
  /** The cart has become an order: the next thing goes into a new one. */
  ordered: (orderId: string) => void
}

const Context = createContext<Shop | null>(null)

export function useShop(): Shop {
  const shop = useContext(Context)
  if (!shop) throw new Error("useShop is used outside of ShopProvider")
  return shop
}

const FIELDS = "*items,*region,*region.countries,*shipping_methods,*payment_collection.payment_sessions,+completed_at"

/** Region and cart, kept in step with Medusa: each change is asked of it, and what it then says is shown. */
export function ShopProvider({ children, waiting }: { children: ReactNode; waiting: ReactNode }) {
  const [regions, setRegions] = useState<HttpTypes.StoreRegion[]>([])
  const [regionId, setRegionId] = useState("")
  const [cart, setCart] = useState<Cart | null>(null)

  useEffect(() => {
    void begin().then((begun) => {
      setRegions(begun.regions)
      setRegionId(begun.regionId)
      setCart(begun.cart)
    })
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
        const id = cart?.id ?? (await sdk.store.cart.create({ region_id: region.id })).cart.id
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
        forget("cart")
        setCart(null)
      },
    }
  }, [regions, region, cart, reload])

  return shop ? <Context.Provider value={shop}>{children}</Context.Provider> : waiting
}

/** Takes up what an earlier visit left. */
async function begin(): Promise<{ regions: HttpTypes.StoreRegion[]; regionId: string; cart: Cart | null }> {
  const { regions } = await sdk.store.region.list({ fields: "*countries" })
  const left = remembered("cart")
  const found = left ? await sdk.store.cart.retrieve(left, { fields: FIELDS }).catch(() => null) : null
  const cart = found && !found.cart.completed_at ? found.cart : null
  // Paid while no tab was open: it has become an order by itself.
  const order = found && !cart ? await placeOrder(found.cart.id) : null
  if (order) remember("order", order.id)
  if (!cart) forget("cart")
  const country = new Intl.Locale(navigator.language).region?.toLowerCase()
  const wished =
    regions.find(({ id }) => id === (cart?.region_id ?? remembered("region"))) ??
    regions.find(({ countries }) => countries?.some(({ iso_2 }) => iso_2 === country)) ??
    regions[0]
  return { regions, regionId: wished?.id ?? "", cart }
}
