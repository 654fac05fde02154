import { attention } from "./en/attention"
import { order } from "./en/order"
import { payment } from "./en/payment"
import { payments } from "./en/payments"
import { settings } from "./en/settings"

/** The admin's translations by language; `cryptoPayments` is our namespace. A store's own may override them. */
export default { en: { cryptoPayments: { settings, payments, attention, payment, order } } }
