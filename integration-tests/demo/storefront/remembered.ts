/** Only ids are kept after the tab is closed. Everything else, also the payment's token, is read from Medusa again. */
type Key = "region" | "cart" | "order"

export const remembered = (key: Key): string | null => localStorage.getItem(`shop.${key}`)

export const remember = (key: Key, id: string): void => localStorage.setItem(`shop.${key}`, id)

export const forget = (key: Key): void => localStorage.removeItem(`shop.${key}`)
