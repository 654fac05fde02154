import type { order as english } from "../en/order"
import type { InPlainAndTwoForms } from "../translation"

export const order = {
  title: "Pagamento com cripto",
  title_one: "Pagamento com cripto",
  title_other: "Pagamentos com cripto",
  open: "{{paid}}: abrir pagamento",
  show: "Detalhes do pagamento de {{paid}}",
} satisfies InPlainAndTwoForms<typeof english>
