/** What outlives the tab: ids only. What they stand for, the payment's token included, Medusa is asked for anew. */
type Key = "region" | "cart" | "order"

export const remembered = (key: Key): string | null => localStorage.getItem(`shop.${key}`)

export const remember = (key: Key, id: string): void => localStorage.setItem(`shop.${key}`, id)

export const forget = (key: Key): void => localStorage.removeItem(`shop.${key}`)
