/** A payment session of a cart or an order. */
type Session = { provider_id: string; status: string; data?: Record<string, unknown> }
type Collection = { payment_sessions?: Session[] | null }

export type CryptoSession = { token: string; payUrl: string }

export const isCrypto = (providerId: string): boolean => providerId.startsWith("pp_crypto_")

/**
 * The session of this plugin to pay next, or else one that is paid; null if there is none. An edited order has a session
 * for each payment; Medusa calls a paid one authorized. `payUrl` is absolute if Medusa has a `backendUrl`.
 */
export function cryptoSession(collections: (Collection | undefined)[]): CryptoSession | null {
  const sessions = collections
    .flatMap((collection) => collection?.payment_sessions ?? [])
    .filter(({ provider_id }) => isCrypto(provider_id))
  const { data } = sessions.find(({ status }) => status !== "authorized") ?? sessions[0] ?? {}
  return typeof data?.token === "string" ? { token: data.token, payUrl: String(data.pay_url) } : null
}
