import type { Shop } from "../../../support/medusa"

type Staff = Pick<Shop, "admin" | "seed">

const ADDRESS = { address_1: "1 Main St", city: "New York", country_code: "us", postal_code: "10001" }

/** Makes a draft order of 41.00 USD as an admin: two notebooks, sent by parcel. */
export async function draftOrder({ admin, seed }: Staff, email: string): Promise<string> {
  const { draft_order } = await admin.post("/admin/draft-orders", {
    email,
    region_id: seed.regions.usd,
    sales_channel_id: seed.salesChannel,
    shipping_address: { first_name: "Ada", last_name: "Example", ...ADDRESS },
    items: [{ variant_id: seed.variants.plenty, quantity: 2 }],
    shipping_methods: [{ name: "Parcel", shipping_option_id: seed.shippingOption, amount: 10 }],
  })
  return draft_order.id
}

export const convertDraft = ({ admin }: Staff, orderId: string): Promise<unknown> =>
  admin.post(`/admin/draft-orders/${orderId}/convert-to-order`)
