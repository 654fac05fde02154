import { fr } from "../../core/text/pay-page/fr.js"
import type { CryptoPaymentLabels } from "../types.js"

const labels: CryptoPaymentLabels = { lang: "fr", dir: "ltr", ...fr }

export default labels
