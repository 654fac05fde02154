/** The English texts that only the pay page shows. */
export const enPage = {
  tryAgain: "Try again",
  refreshes: "This page refreshes automatically.",
  language: "Language",
  choose: "Choose what to pay with",
  chooseHint: "You then get an address and an exact amount. That price holds for a limited time.",
  paidNoOrder: "Your payment has arrived. Your order follows in a moment.",
  networkFee: "The network fee comes on top.",
  addressCode: "QR code of the address alone",
  addressCodeHint: "For wallets that do not read the other code. Enter the amount yourself.",
  noWallet: "Nothing opened? Scan the code, or copy the amount and the address.",
  network: "Network",
  time: "Time",
}
