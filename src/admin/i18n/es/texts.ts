import { attention } from "./attention"
import { health } from "./health"
import { order } from "./order"
import { payment } from "./payment"
import { payments } from "./payments"
import { settings } from "./settings"

export const es = { settings, payments, attention, health, payment, order }
