import { en } from "./en"
import { enLater } from "./en-later"
import { enPage } from "./en-page"
import { enWallet } from "./en-wallet"

export const english = { ...en, ...enPage, ...enWallet, ...enLater }

/** The texts of the pay page and the storefront component, by name; `{name}` in a text is filled in when it is shown. */
export type PayPageTextName = keyof typeof english
export type PayPageTexts = Record<PayPageTextName, string>
