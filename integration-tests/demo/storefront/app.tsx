import { createRoot } from "react-dom/client"
import { CartPage } from "./pages/cart"
import { CheckoutPage } from "./pages/checkout"
import { OrderPage } from "./pages/order"
import { PayPage } from "./pages/pay"
import { PaymentPage } from "./pages/payment"
import { ProductsPage } from "./pages/products"
import { Page } from "./parts"
import { remembered } from "./remembered"
import { Link, usePath } from "./router"
import { ShopProvider, useShop } from "./shop"
import "../../../src/storefront/style.css"
import "./style.css"

function Header() {
  const { regions, region, chooseRegion, cart } = useShop()
  const count = cart?.items?.reduce((sum, { quantity }) => sum + Number(quantity), 0) ?? 0
  const order = remembered("order")
  return (
    <header>
      <nav aria-label="Shop">
        <ul>
          <li>
            <Link href="/">
              <strong>Margin Press</strong>
            </Link>
          </li>
        </ul>
        <ul>
          {order && (
            <li>
              <Link href={`/orders/${order}`}>Your order</Link>
            </li>
          )}
          <li>
            <Link href="/cart">{count ? `Cart (${count})` : "Cart"}</Link>
          </li>
          <li>
            <select
              aria-label="Deliver to"
              value={region.id}
              onChange={(event) => void chooseRegion(event.target.value)}
            >
              {regions.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </li>
        </ul>
      </nav>
    </header>
  )
}

function CurrentPage() {
  const path = usePath()
  const order = /^\/orders\/([^/]+)$/.exec(path)?.[1]
  if (order) return <OrderPage key={order} id={order} />
  switch (path) {
    case "/":
      return <ProductsPage />
    case "/cart":
      return <CartPage />
    case "/checkout":
      return <CheckoutPage />
    case "/checkout/payment":
      return <PaymentPage />
    case "/checkout/pay":
      return <PayPage />
    default:
      return (
        <Page title="There is no such page">
          <Link href="/">Back to the shop</Link>
        </Page>
      )
  }
}

createRoot(document.getElementById("shop") as HTMLElement).render(
  <ShopProvider
    waiting={<p aria-busy="true">Opening the shop …</p>}
    away={
      <Page title="The shop cannot be reached">
        <p>Your cart is kept. If you have sent a payment, it will be found: do not send it again.</p>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </Page>
    }
  >
    <Header />
    <CurrentPage />
    <footer>
      <small>An example shop, in test mode: nothing here is sold, and no real money moves.</small>
    </footer>
  </ShopProvider>,
)
