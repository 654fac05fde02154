import { ja } from "../../pay-page/texts/ja.js"
import type { CryptoPaymentLabels } from "../labels.js"

const labels: CryptoPaymentLabels = { lang: "ja", dir: "ltr", ...ja }

export default labels
