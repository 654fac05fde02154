/** The shop's Medusa server. A real shop would read this from its environment when it is built. */
export type Config = { medusaUrl: string; publishableKey: string }
