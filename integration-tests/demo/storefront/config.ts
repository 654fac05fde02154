/** Where this shop's Medusa is. A shop that is built would take it from its environment. */
export type Config = { medusaUrl: string; publishableKey: string }
