import { es } from "../../core/text/pay-page/es.js"
import type { CryptoPaymentLabels } from "../types.js"

const labels: CryptoPaymentLabels = { lang: "es", dir: "ltr", ...es }

export default labels
