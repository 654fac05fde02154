import type { order as english } from "../en/order"
import type { InFourForms } from "../translation"

export const order = {
  title_one: "Płatność krypto",
  title_few: "Płatności krypto",
  title_many: "Płatności krypto",
  title_other: "Płatności krypto",
  open: "{{paid}}: otwórz płatność",
  show: "Szczegóły płatności {{paid}}",
} satisfies InFourForms<typeof english>
