import { base58CheckAddress, evmAddress, segwitAddress } from "../../src/sandbox/payments"

const shopper = new Uint8Array(20).fill(0x5a)

/** Addresses of a shopper's wallets on the test networks. */
export const WALLETS = {
  BTC: segwitAddress("tb", shopper),
  LTC: segwitAddress("tltc", shopper),
  DOGE: base58CheckAddress(113, shopper),
  EVM: evmAddress(shopper),
}

/** A payout in BTC with a confirmed amount, so that it fits any rate. */
export const payoutOf = (amount: string, transaction_id = "ab".repeat(32)) => ({
  ...{ amount, sent: "0.0001", address: WALLETS.BTC, transaction_id },
  confirm_amount: true,
})
