import type { HttpTypes } from "@medusajs/framework/types"
import { useEffect, useState } from "react"
import { useNavigate } from "react-router-dom"
import { money } from "../format"
import { sdk } from "../medusa"
import { Cover, Page, useReconnections, useWork } from "../parts"
import { useShop } from "../shop"

export function ProductsPage() {
  const { region } = useShop()
  const [products, setProducts] = useState<HttpTypes.StoreProduct[]>()
  const { run, problem } = useWork()
  const reconnections = useReconnections()
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again each time the network is back
  useEffect(() => {
    const query = { region_id: region.id, order: "title", fields: "*variants.calculated_price" }
    // The answer for another country may come after the one for this country.
    let isCurrent = true
    void run(async () => {
      const { products } = await sdk.store.product.list(query)
      if (isCurrent) setProducts(products)
    })
    return () => {
      isCurrent = false
    }
  }, [region.id, reconnections, run])
  return (
    <Page title="Paper for slow thoughts">
      <p>Two things, made well. Pay with Bitcoin, Litecoin, Dogecoin, Dash, USDC or USDT.</p>
      {problem}
      <div className="products">
        {products?.map((product) => (
          <Product key={product.id} product={product} />
        ))}
      </div>
    </Page>
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
