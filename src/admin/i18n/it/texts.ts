import { attention } from "./attention"
import { order } from "./order"
import { payment } from "./payment"
import { payments } from "./payments"
import { settings } from "./settings"

export const it = { settings, payments, attention, payment, order }
