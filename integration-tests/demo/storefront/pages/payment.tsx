import type { HttpTypes } from "@medusajs/framework/types"
import { type FormEvent, useEffect, useState } from "react"
import { useNavigate } from "react-router-dom"
import type { CryptoPaymentOption } from "../../../../src/storefront"
import { assetName, discount, money } from "../format"
import { cryptoPayments, placeOrder, sdk } from "../medusa"
import { Page, Summary, useWork } from "../parts"
import { useShop } from "../shop"
import { CartPage } from "./cart"
import { CheckoutPage } from "./checkout"

/** A region may have several providers with the same assets. This shop uses the first one. */
const ofOneProvider = (options: CryptoPaymentOption[]) =>
  options.filter(({ provider_id }) => provider_id === options[0]?.provider_id)

/** The value of an option's radio button. */
const keyOf = ({ asset, chain }: CryptoPaymentOption): string => [asset, chain].filter(Boolean).join(" on ")

/** Milliseconds after which the options are loaded again, because their availability may have changed. */
const LOOK_AGAIN_MS = 20_000

/** The choice of a shipping method and an asset. */
export function PaymentPage() {
  const { cart, region, update, ordered } = useShop()
  const go = useNavigate()
  const { busy, run, problem } = useWork()
  const [methods, setMethods] = useState<HttpTypes.StoreCartShippingOption[]>([])
  const [options, setOptions] = useState<CryptoPaymentOption[]>([])
  const chosen = cart?.shipping_methods?.[0]?.shipping_option_id

  useEffect(() => {
    if (!cart?.id) return
    // The answer for another country may come after the one for this country.
    let isCurrent = true
    const look = async () => {
      const offered = ofOneProvider(await cryptoPayments.options(region.id))
      if (isCurrent) setOptions(offered)
    }
    void run(async () => {
      const { shipping_options } = await sdk.store.fulfillment.listCartOptions({ cart_id: cart.id })
      if (isCurrent) setMethods(shipping_options)
      await look()
    })
    const timer = setInterval(() => look().catch(() => undefined), LOOK_AGAIN_MS)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [cart?.id, region.id, run])

  // If there is only one shipping method, the shopper does not have to choose it.
  const [only, another] = methods
  useEffect(() => {
    if (only && !another && chosen !== only.id) {
      void run(() => update(({ id }) => sdk.store.cart.addShippingMethod(id, { option_id: only.id })))
    }
  }, [only, another, chosen, run, update])

  if (!cart?.items?.length) return <CartPage />
  // Medusa would also place an order without an address.
  if (!cart.email || !cart.shipping_address?.address_1) return <CheckoutPage />

  const pay = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = new FormData(event.currentTarget).get("option")
    const option = options.find((one) => one.available && keyOf(one) === wanted)
    return run(async () => {
      if (!option) throw new Error("Choose what to pay with.")
      const { provider_id, asset, chain } = option
      const current = await update((open) =>
        sdk.store.payment.initiatePaymentSession(open, { provider_id, data: { asset, chain } }),
      )
      const order = await placeOrder(current.id)
      if (order) ordered(order.id)
      // With `orderPlacement: "payment"` there is no order yet.
      go(order ? `/orders/${order.id}` : "/checkout/pay")
    })
  }

  return (
    <Page title="How would you like to pay?">
      <div className="grid">
        <form id="payment" onSubmit={pay}>
          <fieldset>
            <legend>Delivery</legend>
            {methods.map((method) => (
              <label key={method.id} className="choice">
                <input
                  type="radio"
                  name="method"
                  required
                  checked={chosen === method.id}
                  onChange={() =>
                    run(() => update(({ id }) => sdk.store.cart.addShippingMethod(id, { option_id: method.id })))
                  }
                />
                <span>{method.name}</span>
                <span>{money(method.amount, cart.currency_code)}</span>
              </label>
            ))}
          </fieldset>
          <fieldset>
            <legend>Pay with</legend>
            {options[0]?.discount && <p>{discount(options[0].discount)} off when you pay with crypto</p>}
            {options.map((option) => {
              const { asset, chain, available } = option
              return (
                <label key={keyOf(option)} className="choice">
                  <input type="radio" name="option" required value={keyOf(option)} disabled={!available} />
                  <span>{assetName(asset, chain)}</span>
                  <span>{available ? asset : "Out for the moment"}</span>
                </label>
              )
            })}
          </fieldset>
        </form>
        <article>
          <Summary of={cart} />
          {problem}
          <button type="submit" form="payment" disabled={busy || !chosen}>
            {busy ? "One moment …" : "Place the order and pay"}
          </button>
        </article>
      </div>
    </Page>
  )
}
