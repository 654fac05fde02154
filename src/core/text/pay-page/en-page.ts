/** The English texts that only the pay page shows. */
export const enPage = {
  tryAgain: "Try again",
  refreshes: "This page refreshes automatically.",
  language: "Language",
}
