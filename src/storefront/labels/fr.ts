import { fr } from "../../pay-page/texts/fr.js"
import type { CryptoPaymentLabels } from "../labels.js"

const labels: CryptoPaymentLabels = { lang: "fr", dir: "ltr", ...fr }

export default labels
