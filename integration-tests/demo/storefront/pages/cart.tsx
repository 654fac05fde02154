import type { HttpTypes } from "@medusajs/framework/types"
import { Link } from "react-router-dom"
import { money } from "../format"
import { Cover, Page, Summary, useWork } from "../parts"
import { useShop } from "../shop"

export function CartPage() {
  const { cart } = useShop()
  if (!cart?.items?.length) {
    return (
      <Page title="Your cart is empty">
        <Link className="button" to="/">
          See what there is
        </Link>
      </Page>
    )
  }
  return (
    <Page title="Your cart">
      <div className="grid">
        <div>
          {cart.items.map((item) => (
            <Line key={item.id} item={item} currency={cart.currency_code} />
          ))}
        </div>
        <article>
          <Summary of={cart} withItems={false} />
          <Link className="button" to="/checkout">
            Check out
          </Link>
        </article>
      </div>
    </Page>
  )
}

function Line({ item, currency }: { item: HttpTypes.StoreCartLineItem; currency: string }) {
  const { change, remove } = useShop()
  const { busy, run, problem } = useWork()
  const quantity = Number(item.quantity)
  const title = item.product_title ?? item.title
  // The button that has the focus is removed with its line.
  const take = () => remove(item.id).then(() => document.querySelector("h1")?.focus())
  const step = (by: number, label: string, sign: string) => (
    <button
      type="button"
      aria-label={`${label}: ${title}`}
      disabled={busy || quantity + by < 1}
      onClick={() => run(() => change(item.id, quantity + by))}
    >
      {sign}
    </button>
  )
  return (
    <div className="line">
      <Cover title={title} />
      <div>
        <h2>{title}</h2>
        <p>
          {quantity} × {money(item.unit_price, currency)} = {money(item.total, currency)}
        </p>
        <div className="line">
          {step(-1, "One less", "−")}
          <output aria-label={`Quantity of ${title}`}>{quantity}</output>
          {step(1, "One more", "+")}
          <button
            type="button"
            className="outline"
            aria-label={`Remove: ${title}`}
            disabled={busy}
            onClick={() => run(take)}
          >
            Remove
          </button>
        </div>
        {problem}
      </div>
    </div>
  )
}
