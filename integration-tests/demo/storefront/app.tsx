import { createRoot } from "react-dom/client"
import { BrowserRouter, Link, Route, Routes, useParams } from "react-router-dom"
import { CartPage } from "./pages/cart"
import { CheckoutPage } from "./pages/checkout"
import { OrderPage } from "./pages/order"
import { PayPage } from "./pages/pay"
import { PaymentPage } from "./pages/payment"
import { ProductsPage } from "./pages/products"
import { Page } from "./parts"
import { remembered } from "./remembered"
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
            <Link to="/">
              <strong>Margin Press</strong>
            </Link>
          </li>
        </ul>
        <ul>
          {order && (
            <li>
              <Link to={`/orders/${order}`}>Your order</Link>
            </li>
          )}
          <li>
            <Link to="/cart">{count ? `Cart (${count})` : "Cart"}</Link>
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

function ThisOrder() {
  const { id = "" } = useParams()
  return <OrderPage key={id} id={id} />
}

createRoot(document.getElementById("shop") as HTMLElement).render(
  <BrowserRouter>
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
      <Routes>
        <Route path="/" element={<ProductsPage />} />
        <Route path="/cart" element={<CartPage />} />
        <Route path="/checkout" element={<CheckoutPage />} />
        <Route path="/checkout/payment" element={<PaymentPage />} />
        <Route path="/checkout/pay" element={<PayPage />} />
        <Route path="/orders/:id" element={<ThisOrder />} />
        <Route
          path="*"
          element={
            <Page title="There is no such page">
              <Link to="/">Back to the shop</Link>
            </Page>
          }
        />
      </Routes>
      <footer>
        <small>An example shop, in test mode: nothing here is sold, and no real money moves.</small>
      </footer>
    </ShopProvider>
  </BrowserRouter>,
)
