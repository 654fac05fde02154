import type { HttpTypes } from "@medusajs/framework/types"
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react"
import { money } from "./format"

/** A page whose heading is also the tab's title. The heading takes the focus, so that screen readers read it. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(document.activeElement === document.body && performance.now() < 5_000)
  useEffect(() => {
    document.title = `${title} · Margin Press`
  }, [title])
  useEffect(() => {
    if (isFirst.current) return
    scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  return (
    <main>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  )
}

/** A cover made of text, in place of a picture. */
export function Cover({ title }: { title: string }) {
  return (
    <div className="cover" aria-hidden="true">
      <span>{title}</span>
    </div>
  )
}

/** Defined outside of the component: React calls a new ref function after each render, which would scroll each time. */
const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" })

/** Runs a button's work, and tells if it is still running and what went wrong. */
export function useWork() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = useCallback(async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      const told = error instanceof Error ? error.message : String(error)
      setProblem(navigator.onLine ? told : "You are offline. Try again when the network is back.")
    } finally {
      setBusy(false)
    }
  }, [])
  return {
    busy,
    run,
    problem: problem && (
      <p className="problem" role="alert" ref={intoView}>
        {problem}
      </p>
    ),
  }
}

type Totalled = Pick<HttpTypes.StoreCart, "currency_code" | "item_total" | "shipping_total" | "tax_total" | "total"> & {
  items?: { id: string; product_title?: string | null; title: string; quantity: number; total?: number }[] | null
  shipping_methods?: unknown[] | null
}

/** Items and totals of a cart or an order. */
export function Summary({ of, withItems = true }: { of: Totalled; withItems?: boolean }) {
  const row = (name: string, amount: number | undefined, key?: string) => (
    <tr key={key}>
      <th scope="row">{name}</th>
      <td>{money(amount, of.currency_code)}</td>
    </tr>
  )
  return (
    <table>
      <tbody>
        {withItems
          ? of.items?.map(({ id, quantity, product_title, title, total }) =>
              row(`${quantity} × ${product_title ?? title}`, total, id),
            )
          : row("Items", of.item_total)}
        {of.shipping_methods?.length ? row("Delivery", of.shipping_total) : null}
        {of.tax_total ? row("Tax", of.tax_total) : null}
      </tbody>
      <tfoot>{row("Total", of.total)}</tfoot>
    </table>
  )
}
