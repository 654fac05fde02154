import type { Cart, Store } from "./store"

/** How many a test may use; it makes any further one. */
const READY = 2

/**
 * Makes some usual carts now, and hands them out to those who ask for one: making a cart and choosing its shipping takes
 * most of a checkout's time.
 * @returns the store, and what puts all carts back, for who sets the database right to how it is now
 */
export async function withReadyCarts(store: Store): Promise<{ store: Store; putBack: () => void }> {
  const carts: Cart[] = []
  while (carts.length < READY) carts.push(await store.makeCart())
  let ready = [...carts]
  const makeCart: Store["makeCart"] = async (wish = {}) =>
    (Object.keys(wish).length === 0 && ready.shift()) || store.makeCart(wish)
  return {
    store: { ...store, makeCart },
    putBack: () => {
      ready = [...carts]
    },
  }
}
