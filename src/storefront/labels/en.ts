import { en } from "../../core/text/pay-page/en.js"
import type { CryptoPaymentLabels } from "../labels.js"

const labels: CryptoPaymentLabels = { lang: "en", dir: "ltr", ...en }

export default labels
