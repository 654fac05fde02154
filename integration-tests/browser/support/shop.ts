import type { Page } from "playwright-core"
import { sql } from "./payer"
import type { Place } from "./place"
import type { Shopper } from "./shopper"

/** The shopper in the example shop. */
export const SHOPPER_EMAIL = "ada@example.com"

const ADDRESS = {
  "E-mail": SHOPPER_EMAIL,
  "First name": "Ada",
  "Last name": "Example",
  "Street and number": "1 Main St",
  "Postal code": "10001",
  City: "New York",
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name })

/** The plugin's component on a page of the shop. */
export const payment = (page: Page) => page.locator(".crypto-payment")

export async function openShop({ newPage, place }: Shopper, options: Parameters<Shopper["newPage"]>[0] = {}) {
  const page = await newPage({ baseURL: place.shop, ...options })
  await page.goto("/")
  return page
}

/** Goes from the product to the choice of an asset. Calls `onPage` on each page on the way. */
export async function toPayment(page: Page, onPage: () => Promise<unknown> = async () => undefined): Promise<void> {
  const put = page.getByRole("button", { name: "Add to cart: Field notebook" })
  await put.waitFor()
  await onPage()
  await put.click()
  await heading(page, "Your cart").waitFor()
  await onPage()
  await page.getByRole("link", { name: "Check out" }).click()
  for (const [label, value] of Object.entries(ADDRESS)) await page.getByLabel(label).fill(value)
  await onPage()
  await page.getByRole("button", { name: "Continue to payment" }).click()
  // The shop selects the only shipping method automatically.
  await page.getByRole("radio", { name: /^Parcel/, checked: true }).waitFor()
  await onPage()
}

/** Places an order that will be paid with this asset. Returns the service's id of its payment. */
export async function order(page: Page, place: Place, asset = "Bitcoin"): Promise<string> {
  await toPayment(page)
  await page.getByLabel(asset).check()
  await page.getByRole("button", { name: "Place the order and pay" }).click()
  await heading(page, /^Order \d+ waits for its payment$/).waitFor()
  await payment(page).getByRole("timer").waitFor()
  return paymentOf(page, place)
}

/** The service's id of the payment whose address the shopper sees. */
export async function paymentOf(page: Page, place: Place): Promise<string> {
  const address = await payment(page).locator(".crypto-payment__address .crypto-payment__value").innerText()
  const rows = await sql<{ external_id: string }>(place, "SELECT external_id FROM crypto_payment WHERE address = $1", [
    address,
  ])
  if (!rows[0]) throw new Error(`no payment has the address ${address}`)
  return rows[0].external_id
}
