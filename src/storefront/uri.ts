/** Schemes of payment URIs (BIP-21 and its kin; ERC-681 for the others). */
const SCHEMES: Record<string, string> = { BTC: "bitcoin", LTC: "litecoin", DOGE: "dogecoin", DASH: "dash" }

/** The URI, where its scheme is the asset's: a link is followed by the shopper's device, so it is judged here too. */
export const allowedUri = (asset: string, uri: string | null): string | null =>
  uri?.toLowerCase().startsWith(`${SCHEMES[asset] ?? "ethereum"}:`) ? uri : null
