import type { FormEvent } from "react"
import { useNavigate } from "react-router-dom"
import { sdk } from "../medusa"
import { Page, Summary, useWork } from "../parts"
import { useShop } from "../shop"
import { CartPage } from "./cart"

/** Name, label and `autocomplete` of each field. */
const FIELDS = [
  ["first_name", "First name", "given-name"],
  ["last_name", "Last name", "family-name"],
  ["address_1", "Street and number", "address-line1"],
  ["postal_code", "Postal code", "postal-code"],
  ["city", "City", "address-level2"],
] as const

const fieldsOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Record<string, string>

/** The shopper's e-mail address and the shipping address. */
export function CheckoutPage() {
  const { cart, region, update } = useShop()
  const go = useNavigate()
  const { busy, run, problem } = useWork()
  if (!cart?.items?.length) return <CartPage />
  const known = cart.shipping_address

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email, ...shipping_address } = fieldsOf(event.currentTarget)
    const billing_address = shipping_address
    return run(async () => {
      await update(({ id }) => sdk.store.cart.update(id, { email, shipping_address, billing_address }))
      go("/checkout/payment")
    })
  }

  return (
    <Page title="Where shall it go?">
      <div className="grid">
        <form id="address" onSubmit={submit}>
          <label>
            E-mail
            <input name="email" type="email" autoComplete="email" required defaultValue={cart.email ?? ""} />
          </label>
          {FIELDS.map(([name, label, autoComplete]) => (
            <label key={name}>
              {label}
              <input name={name} autoComplete={autoComplete} required defaultValue={known?.[name] ?? ""} />
            </label>
          ))}
          <label>
            Country
            <select name="country_code" autoComplete="country" defaultValue={known?.country_code ?? undefined}>
              {region.countries?.map(({ iso_2, display_name }) => (
                <option key={iso_2} value={iso_2}>
                  {display_name}
                </option>
              ))}
            </select>
          </label>
        </form>
        <article>
          <Summary of={cart} />
          {problem}
          <button type="submit" form="address" disabled={busy}>
            Continue to payment
          </button>
        </article>
      </div>
    </Page>
  )
}
