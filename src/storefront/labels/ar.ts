import { ar } from "../../core/text/pay-page/ar.js"
import type { CryptoPaymentLabels } from "../types.js"

const labels: CryptoPaymentLabels = { lang: "ar", dir: "rtl", ...ar }

export default labels
