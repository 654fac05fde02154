import type { order as english } from "../en/order"
import type { InTwoForms } from "../translation"

export const order = {
  title_one: "Paiement crypto",
  title_other: "Paiements crypto",
  open: "{{paid}} : ouvrir le paiement",
  show: "Détails du paiement de {{paid}}",
} satisfies InTwoForms<typeof english>
