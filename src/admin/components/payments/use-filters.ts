import { useDataTableDateFilters } from "@medusajs/dashboard/hooks"
import { createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { ASSETS, STATUSES } from "./choices"

const helper = createDataTableFilterHelper<PaymentView>()
const plain = (value: string) => ({ value, label: value })

/**
 * The filters of the payments list. `connections`: ids to choose between, which one alone leaves nothing to choose.
 *
 * Of Medusa's two filters that take several values, the other one draws a checkbox inside each button, which a screen
 * reader cannot make sense of.
 */
export function useFilters(connections: string[]): DataTableFilter[] {
  const { t } = useTranslation("cryptoPayments")
  const dates = useDataTableDateFilters().filter(({ id }) => id === "created_at")
  return [
    helper.accessor("status", {
      type: "select",
      label: t("payments.fields.status"),
      options: STATUSES.map((value) => ({ value, label: t(`payment.status.${value}`) })),
    }),
    helper.accessor("asset", {
      type: "select",
      label: t("payments.fields.asset"),
      options: ASSETS.map(plain),
    }),
    ...(connections.length > 1
      ? [
          helper.accessor("connection_id", {
            type: "select",
            label: t("payments.fields.connection"),
            options: connections.map(plain),
          }),
        ]
      : []),
    helper.accessor("test_mode", {
      type: "radio",
      label: t("payments.fields.mode"),
      options: [
        { value: "false", label: t("payments.modes.live") },
        { value: "true", label: t("payments.modes.test") },
      ],
    }),
    ...dates,
  ]
}
