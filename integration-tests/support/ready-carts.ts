import type { Cart, Store } from "./store"

/** How many ready carts there are. A test makes any further cart itself. */
const READY = 2

/**
 * Makes some usual carts now, and returns them from `makeCart`, because making a cart with shipping takes most of a
 * checkout's time.
 * @returns the store, and `putBack`, to call when the database is restored to its present contents
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
