/** A list as Medusa's own lists are; `K` names it. */
export type ListOf<K extends string, T> = { [Name in K]: T[] } & { count: number; offset: number; limit: number }

/** What every list takes beside its filters. `order`: a field's name, with `-` before it for the other way round. */
export type ListQuery = { limit?: number; offset?: number; order?: string; fields?: string }

export type FiatView = { minor: string; currency: string; display: string }
export type CryptoView = { base: string; asset: string; decimals: number; display: string }

/** An admin user; `email` is null where the user is gone. */
export type Actor = { id: string; email: string | null; name: string | null }

/** Every refusal: `code` is stable, `message` says what happened and what to do. */
export type Refusal = { type: string; code: string; message: string }
