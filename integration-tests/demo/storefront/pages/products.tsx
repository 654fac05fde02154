import type { HttpTypes } from "@medusajs/framework/types"
import { useEffect, useState } from "react"
import { useNavigate } from "react-router-dom"
import { money } from "../format"
import { sdk } from "../medusa"
import { Cover, Page, useWork } from "../parts"
import { useShop } from "../shop"

export function ProductsPage() {
  const { region } = useShop()
  return (
    <Page title="Paper for slow thoughts">
      <p>Two things, made well. Pay with Bitcoin, Litecoin, Dogecoin, Dash, USDC or USDT.</p>
      <Products key={region.id} regionId={region.id} />
    </Page>
  )
}

/** A new list for each country, so that React drops a late answer for another one. */
function Products({ regionId }: { regionId: string }) {
  const [products, setProducts] = useState<HttpTypes.StoreProduct[]>()
  const { run, problem } = useWork()
  useEffect(() => {
    const query = { region_id: regionId, order: "title", fields: "*variants.calculated_price" }
    void run(async () => setProducts((await sdk.store.product.list(query)).products))
  }, [regionId, run])
  return (
    <>
      {problem}
      <div className="products">
        {products?.map((product) => (
          <Product key={product.id} product={product} />
        ))}
      </div>
    </>
  )
}

function Product({ product }: { product: HttpTypes.StoreProduct }) {
  const { add } = useShop()
  const go = useNavigate()
  const { busy, run, problem } = useWork()
  const variant = product.variants?.[0]
  const price = variant?.calculated_price
  if (!variant || !price?.currency_code) return null
  return (
    <article>
      <Cover title={product.title} />
      <h2>{product.title}</h2>
      <p>{money(price.calculated_amount, price.currency_code)}</p>
      <button
        type="button"
        aria-label={`Add to cart: ${product.title}`}
        disabled={busy}
        onClick={() => run(() => add(variant.id).then(() => go("/cart")))}
      >
        Add to cart
      </button>
      {problem}
    </article>
  )
}
