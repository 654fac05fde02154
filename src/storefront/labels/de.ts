import { de } from "../../core/text/pay-page/de.js"
import type { CryptoPaymentLabels } from "../labels.js"

const labels: CryptoPaymentLabels = { lang: "de", dir: "ltr", ...de }

export default labels
