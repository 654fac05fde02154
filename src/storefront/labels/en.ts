import { en } from "../../pay-page/texts/en.js"
import type { CryptoPaymentLabels } from "../labels.js"

const labels: CryptoPaymentLabels = { lang: "en", dir: "ltr", ...en }

export default labels
