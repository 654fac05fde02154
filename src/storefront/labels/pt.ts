import { pt } from "../../core/text/pay-page/pt.js"
import type { CryptoPaymentLabels } from "../types.js"

const labels: CryptoPaymentLabels = { lang: "pt", dir: "ltr", ...pt }

export default labels
