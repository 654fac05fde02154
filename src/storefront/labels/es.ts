import { es } from "../../pay-page/texts/es.js"
import type { CryptoPaymentLabels } from "../labels.js"

const labels: CryptoPaymentLabels = { lang: "es", dir: "ltr", ...es }

export default labels
