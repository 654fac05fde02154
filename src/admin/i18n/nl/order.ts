import type { order as english } from "../en/order"
import type { InTwoForms } from "../translation"

export const order = {
  title_one: "Cryptobetaling",
  title_other: "Cryptobetalingen",
  open: "{{paid}}: betaling openen",
  show: "Details van de betaling van {{paid}}",
} satisfies InTwoForms<typeof english>
