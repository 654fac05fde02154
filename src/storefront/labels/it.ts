import { it } from "../../core/text/pay-page/it.js"
import type { CryptoPaymentLabels } from "../types.js"

const labels: CryptoPaymentLabels = { lang: "it", dir: "ltr", ...it }

export default labels
