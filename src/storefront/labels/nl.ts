import { nl } from "../../pay-page/texts/nl.js"
import type { CryptoPaymentLabels } from "../labels.js"

const labels: CryptoPaymentLabels = { lang: "nl", dir: "ltr", ...nl }

export default labels
