import type { order as english } from "../en/order"
import type { InTwoForms } from "../translation"

export const order = {
  title_one: "Pago con cripto",
  title_other: "Pagos con cripto",
  open: "{{paid}}: abrir pago",
  show: "Detalles del pago de {{paid}}",
} satisfies InTwoForms<typeof english>
