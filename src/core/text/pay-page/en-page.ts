/** The English texts that only the pay page shows. */
export const enPage = {
  tryAgain: "Try again",
  refreshes: "This page refreshes automatically.",
  language: "Language",
  support: "Contact the shop",
  wrongPayment: "Wrong amount or network?",
  wrongPaymentHint: "Do not pay again. Tell the shop the transaction's id: only it can look for the money.",
  choose: "Choose what to pay with",
  chooseHint: "You then get an address and an exact amount. That price holds for a limited time.",
}
