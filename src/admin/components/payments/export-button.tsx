import { Button, toast } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { ExportQuery } from "../../../api/admin/crypto-payments/contract"
import { downloadPayments } from "../../hooks/payments"
import { useOneAtATime } from "../../hooks/use-one-at-a-time"
import { useMessage } from "../common/use-message"

type ExportButtonProps = { filters: ExportQuery; count: number }

/** Downloads what the present filters select, all pages of it. */
export function ExportButton({ filters, count }: ExportButtonProps) {
  const { t } = useTranslation("cryptoPayments")
  const messageOf = useMessage()
  const oneAtATime = useOneAtATime()
  const [isExporting, setExporting] = useState(false)

  const download = async () => {
    setExporting(true)
    const running = toast.loading(t("payments.export.running"), {
      description: t("payments.export.rows", { count }),
      duration: Number.POSITIVE_INFINITY,
    })
    try {
      await downloadPayments(filters)
      toast.success(t("payments.export.done"), { description: t("payments.export.rows", { count }) })
    } catch (error) {
      toast.error(t("payments.export.failed"), { description: messageOf(error) })
    } finally {
      toast.dismiss(running)
      setExporting(false)
    }
  }

  return (
    <Button
      size="small"
      variant="secondary"
      onClick={() => oneAtATime(download)}
      isLoading={isExporting}
      disabled={count === 0}
    >
      {t("payments.export.action")}
    </Button>
  )
}
