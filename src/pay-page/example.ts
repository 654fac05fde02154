import type { ShopperView } from "../core/payment/shopper-answer"

const QUOTE_MS = 15 * 60_000

/** Not a valid address, so nobody can pay to it. */
const ADDRESS = "bc1qexampleexampleexampleexampleexample"

/** Shows the page as a browser with scripts would, for the admin's preview, where no script runs. */
export const asWithScripts = (page: string): string =>
  page.replace(/<noscript>.*?<\/noscript>/gs, "").replace("<html ", '<html class="js" ')

export const exampleView = (now: Date): ShopperView => ({
  provider_id: "pp_crypto_example",
  status: "waiting",
  state: "waiting",
  confirmations: 0,
  asset: "BTC",
  chain: "bitcoin",
  address: ADDRESS,
  uri: `bitcoin:${ADDRESS}?amount=0.00042`,
  wallet: null,
  pay_amount: { base: "42000", asset: "BTC", decimals: 8, display: "0.00042" },
  amount: { minor: 4_200, currency: "USD", display: "42.00" },
  rate: "100000",
  quote_expires_at: new Date(now.getTime() + QUOTE_MS).toISOString(),
  server_time: now.toISOString(),
  next_poll_seconds: null,
  order: { display_id: 1042 },
  receipt: null,
  goes_back_at: null,
  sent_back_at: null,
  payouts: [],
  outstanding: null,
  test_mode: false,
})
