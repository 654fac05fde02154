/** Only ids are kept after the tab is closed. Everything else, also the payment's token, is read from Medusa again. */
type Key = "region" | "cart" | "order" | "changed"

export const remembered = (key: Key): string | null => localStorage.getItem(`shop.${key}`)

export const remember = (key: Key, id: string): void => localStorage.setItem(`shop.${key}`, id)

export const forget = (key: Key): void => localStorage.removeItem(`shop.${key}`)

/** Tells the shop's other tabs that the cart has changed. */
export const tellOtherTabs = (): void => remember("changed", String(Date.now()))

/** @returns a function that stops following */
export function followOtherTabs(onChange: () => void): () => void {
  const follow = ({ key }: StorageEvent) => key?.startsWith("shop.") && onChange()
  addEventListener("storage", follow)
  return () => removeEventListener("storage", follow)
}
