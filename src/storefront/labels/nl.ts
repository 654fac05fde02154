import { nl } from "../../core/text/pay-page/nl.js"
import type { CryptoPaymentLabels } from "../types.js"

const labels: CryptoPaymentLabels = { lang: "nl", dir: "ltr", ...nl }

export default labels
