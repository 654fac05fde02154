import type { order as english } from "../en/order"
import type { InOneForm } from "../translation"

export const order = {
  title_other: "暗号資産決済",
  open: "{{paid}}:支払いを開く",
  show: "{{paid}}の支払いの詳細",
} satisfies InOneForm<typeof english>
