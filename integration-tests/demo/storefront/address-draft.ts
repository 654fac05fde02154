/** Keeps unsent input of the address form until the tab is closed. */
const KEY = "shop.address"

type Draft = { cartId: string; fields: Record<string, string> }

export function draftOf(cartId: string): Record<string, string | undefined> {
  const draft: Draft | null = JSON.parse(sessionStorage.getItem(KEY) ?? "null")
  return draft?.cartId === cartId ? draft.fields : {}
}

export const keepDraft = (cartId: string, fields: Draft["fields"]): void =>
  sessionStorage.setItem(KEY, JSON.stringify({ cartId, fields } satisfies Draft))

export const dropDraft = (): void => sessionStorage.removeItem(KEY)
