import { pt } from "../../pay-page/texts/pt.js"
import type { CryptoPaymentLabels } from "../labels.js"

const labels: CryptoPaymentLabels = { lang: "pt", dir: "ltr", ...pt }

export default labels
