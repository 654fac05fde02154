/** URL of the pay page of a payment, below the public address of this server; relative without one. */
export const payUrl = (token: string, backendUrl: string | undefined): string =>
  `${(backendUrl ?? "").replace(/\/+$/, "")}/crypto-payments/${token}`
