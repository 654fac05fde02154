/**
 * URL of the pay page of a payment.
 * @param backendUrl public address of this server; without one the link is relative
 */
export const payUrl = (token: string, backendUrl: string | undefined): string =>
  `${(backendUrl ?? "").replace(/\/+$/, "")}/crypto-payments/${token}`
