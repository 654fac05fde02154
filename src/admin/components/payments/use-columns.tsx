import { createDataTableColumnHelper } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { useFiat } from "../common/use-fiat"
import { When } from "../common/when"
import { CryptoCell, IdCell, OrderCell } from "./cells"
import { StatusCell } from "./status-cell"

const helper = createDataTableColumnHelper<PaymentView>()
const truncateTooltip = false

/** The columns of the payments list; which connection took a payment is of use only where there is more than one. */
export function useColumns(withConnection: boolean) {
  const { t } = useTranslation("cryptoPayments")
  const inFiat = useFiat()
  return [
    helper.accessor("payment_id", {
      header: t("payments.fields.payment"),
      cell: ({ row }) => <IdCell payment={row.original} />,
      truncateTooltip,
    }),
    helper.accessor("status", {
      header: t("payments.fields.status"),
      cell: ({ row }) => <StatusCell payment={row.original} />,
      truncateTooltip,
    }),
    helper.accessor("order", {
      header: t("payments.fields.order"),
      cell: ({ row }) => <OrderCell order={row.original.order} />,
      truncateTooltip,
    }),
    helper.accessor("amount", {
      header: t("payments.fields.amount"),
      cell: ({ row }) => inFiat(row.original.amount),
      align: "right",
    }),
    helper.accessor("pay_amount", {
      header: t("payments.fields.paidIn"),
      cell: ({ row }) => <CryptoCell payment={row.original} />,
      truncateTooltip,
    }),
    ...(withConnection ? [helper.accessor("connection_id", { header: t("payments.fields.connection") })] : []),
    helper.accessor("created_at", {
      header: t("payments.fields.created"),
      cell: ({ row }) => <When at={row.original.created_at} />,
      enableSorting: true,
      truncateTooltip,
    }),
  ]
}
