import { ja } from "../../core/text/pay-page/ja.js"
import type { CryptoPaymentLabels } from "../types.js"

const labels: CryptoPaymentLabels = { lang: "ja", dir: "ltr", ...ja }

export default labels
