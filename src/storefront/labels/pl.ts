import { pl } from "../../core/text/pay-page/pl.js"
import type { CryptoPaymentLabels } from "../types.js"

const labels: CryptoPaymentLabels = { lang: "pl", dir: "ltr", ...pl }

export default labels
