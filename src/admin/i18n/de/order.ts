import type { order as english } from "../en/order"
import type { InTwoForms } from "../translation"

export const order = {
  title_one: "Krypto-Zahlung",
  title_other: "Krypto-Zahlungen",
  open: "{{paid}}: Zahlung öffnen",
  show: "Details der Zahlung von {{paid}}",
} satisfies InTwoForms<typeof english>
