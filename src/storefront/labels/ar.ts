import { ar } from "../../pay-page/texts/ar.js"
import type { CryptoPaymentLabels } from "../labels.js"

const labels: CryptoPaymentLabels = { lang: "ar", dir: "rtl", ...ar }

export default labels
