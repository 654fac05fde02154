/** An answer of the create operation, field for field as the specification lists them. */
export const payment = {
  id: "pay_1",
  status: "awaiting_payment",
  address: "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W",
  payAmount: { base: "100000", asset: "BTC", decimals: 8 },
  displayAmount: { minor: 500, currency: "USD" },
  rate: { pricePerWholeUnit: "5000.00", expiresAt: "2030-01-01T00:00:00Z" },
  chain: "bitcoin",
  uri: "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=0.001",
  quoteExpiresAt: "2030-01-01T00:00:00Z",
}
