/** The English texts that only the pay page shows. */
export const enPage = {
  tryAgain: "Try again",
  refreshes: "This page refreshes automatically.",
  language: "Language",
  support: "Contact the shop",
  choose: "Choose what to pay with",
  chooseHint: "You then get an address and an exact amount. That price holds for a limited time.",
}
