import type { order as english } from "../en/order"
import type { InTwoForms } from "../translation"

export const order = {
  title_one: "Pagamento crypto",
  title_other: "Pagamenti crypto",
  open: "{{paid}}: apri pagamento",
  show: "Dettagli del pagamento di {{paid}}",
} satisfies InTwoForms<typeof english>
