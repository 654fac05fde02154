import { de } from "../../core/text/pay-page/de.js"
import type { CryptoPaymentLabels } from "../types.js"

const labels: CryptoPaymentLabels = { lang: "de", dir: "ltr", ...de }

export default labels
