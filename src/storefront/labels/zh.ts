import { zh } from "../../core/text/pay-page/zh.js"
import type { CryptoPaymentLabels } from "../types.js"

const labels: CryptoPaymentLabels = { lang: "zh", dir: "ltr", ...zh }

export default labels
