import { en } from "./en"
import { enBought } from "./en-bought"
import { enWallet } from "./en-wallet"

/** The English texts that only the pay page shows. */
const enPage = {
  tryAgain: "Try again",
  refreshes: "This page refreshes automatically.",
  language: "Language",
  support: "Contact the shop",
  wrongPayment: "Wrong amount or network?",
  wrongPaymentHint: "Do not pay again. Tell the shop the transaction's id: only it can look for the money.",
  choose: "Choose what to pay with",
  backTitle: "Where should your money go?",
  backHint: "The shop sends you {amount}. Enter an address of your own wallet that takes {asset} on this network.",
  backAddress: "Your address",
  backNext: "Continue",
  backWrong: "This is not an address of this network, or it has a typo. Copy it again from your wallet.",
  backNotYours: "This address belongs to the shop or to a token. Enter an address of your own wallet.",
  backSure: "Is this your address?",
  backSureHint: "Compare it with your wallet, letter by letter. Money that is sent to a wrong address is lost.",
  backYes: "Yes, send it there",
  backNo: "Change it",
  backThanks: "Thank you. The shop has your address",
  backThanksHint: "The address that was entered first counts. Was it not you, or is it wrong? Ask the shop.",
  backEnded: "This link no longer works",
  backEndedHint: "Ask the shop for a new one.",
  chooseHint: "You then get an address and an exact amount. That price holds for a limited time.",
}

export const english = { ...en, ...enPage, ...enWallet, ...enBought }

/**
 * The texts of the pay page and the storefront component, by name; `{name}` in a text is filled in when it is shown.
 * They are in core because medusa-config may replace any of them, and a misspelt name must be refused.
 */
export type PayPageTextName = keyof typeof english
export type PayPageTexts = Record<PayPageTextName, string>
