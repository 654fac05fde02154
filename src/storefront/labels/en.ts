import { en } from "../../core/text/pay-page/en.js"
import { enLater } from "../../core/text/pay-page/en-later.js"
import { enPage } from "../../core/text/pay-page/en-page.js"
import { enWallet } from "../../core/text/pay-page/en-wallet.js"
import type { CryptoPaymentLabels } from "../types.js"

const labels: CryptoPaymentLabels = { lang: "en", dir: "ltr", ...en, ...enPage, ...enWallet, ...enLater }

export default labels
