import { Modules } from "@medusajs/framework/utils"
import type { ConnectionSettings } from "../../src/core/connection/settings"
import { ORDER_METADATA_KEY } from "../../src/medusa/carts"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../support/constants"
import { payUntil } from "../support/crypto-payments"
import { expectErrors, NOT_PAID_YET } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { knexOf, withSettings } from "../support/module-rows"
import { until } from "../support/until"

const PHISHING = "https://evil.example.com/pay"
const LINK = { token: "A".repeat(22), pay_url: PHISHING }
const KEPT = { gift_wrap: "red" }

type Way = [provider: string, orderPlacement: ConnectionSettings["orderPlacement"], confirms: boolean]

/** Every way to place an order: with another provider, with ours before it is paid, and with ours when it is paid. */
const WAYS: Way[] = [
  [MANUAL_PROVIDER, "checkout", true],
  [CRYPTO_PROVIDER, "checkout", true],
  [CRYPTO_PROVIDER, "checkout", false],
  [CRYPTO_PROVIDER, "payment", true],
]

describeShop("the pay link in an order's metadata", {}, (shop) => {
  expectErrors(NOT_PAID_YET)

  const metadataOf = async (table: "cart" | "order", id: string): Promise<Record<string, unknown> | null> => {
    const [row] = await knexOf(shop.container)(table).where({ id }).select("metadata")
    return row.metadata
  }

  /** Buys a cart. Returns the order and its metadata at `order.placed`, which a mail's template would get. */
  const buy = async (cart: { id: string }, [provider, orderPlacement, confirms]: Way) => {
    const seen = new Map<string, unknown>()
    shop.container.resolve(Modules.EVENT_BUS).subscribe("order.placed", async ({ data }) => {
      const { id } = data as { id: string }
      seen.set(id, await metadataOf("order", id))
    })
    const { data, done } = await withSettings(shop, { orderPlacement }, async () => ({
      data: (await shop.store.openSession(cart, { provider })).data,
      done: confirms ? await shop.store.complete(cart) : undefined,
    }))
    const paid = async () => (await payUntil(shop, data.payment_id, "settled")).order_id as string
    const orderId = done?.type === "order" ? done.orderId : await paid()
    return { orderId, data, atPlacing: await until("the placing is told", () => seen.get(orderId)) }
  }

  const linkOf = async (orderId: string) => (await metadataOf("order", orderId))?.[ORDER_METADATA_KEY]

  it("never comes from a shopper's cart metadata, in any spelling of the request, while all other metadata stays", async () => {
    const cart = await shop.store.makeCart()
    const json = JSON.stringify({ metadata: { ...KEPT, [ORDER_METADATA_KEY]: LINK } })
    const form = `metadata[gift_wrap]=red&metadata[${ORDER_METADATA_KEY}][pay_url]=${encodeURIComponent(PHISHING)}`
    for (const path of [`/store/carts/${cart.id}`, `/store/carts/${cart.id}/`, `/STORE/Carts/${cart.id}?fields=id`]) {
      for (const [type, body] of [
        ["application/json", json],
        ["application/x-www-form-urlencoded", form],
      ] as const) {
        const headers = { ...shop.store.headers, "content-type": type }
        expect((await fetch(shop.url + path, { method: "POST", headers, body })).status).toBe(200)
        expect(await metadataOf("cart", cart.id)).toEqual(KEPT)
      }
    }
    const { cart: made } = await shop.store.post("/store/carts", {
      region_id: shop.seed.regions.usd,
      metadata: { ...KEPT, [ORDER_METADATA_KEY]: LINK },
      items: [{ variant_id: shop.seed.variants.plenty, quantity: 1, metadata: KEPT }],
    })
    expect(await metadataOf("cart", made.id)).toEqual(KEPT)
    expect(made.items[0].metadata).toEqual(KEPT)
  })

  it.each(WAYS)(
    "never comes from cart metadata that other code wrote without a request, and an admin can change it (%s, order placed at %s, confirmed: %s)",
    async (...way) => {
      const cart = await shop.store.makeCart()
      const carts = shop.container.resolve(Modules.CART)
      await carts.updateCarts(cart.id, { metadata: { ...KEPT, [ORDER_METADATA_KEY]: LINK } })
      const { orderId, data, atPlacing } = await buy(cart, way)
      expect(atPlacing).toMatchObject(KEPT)
      expect(JSON.stringify(atPlacing)).not.toContain(PHISHING)
      const link = way[0] === CRYPTO_PROVIDER ? { token: data.token, pay_url: data.pay_url } : undefined
      if (link) await until("our link is there", async () => (await linkOf(orderId)) !== undefined)
      expect(await metadataOf("order", orderId)).toEqual({ ...KEPT, ...(link && { [ORDER_METADATA_KEY]: link }) })
      const metadata = { ...KEPT, [ORDER_METADATA_KEY]: { pay_url: "https://shop.example.com/pay" } }
      expect((await shop.admin.post(`/admin/orders/${orderId}`, { metadata })).order.metadata).toEqual(metadata)
    },
  )
})
