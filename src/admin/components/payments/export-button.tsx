import { Button, toast } from "@medusajs/ui"
import { useState } from "react"
import type { ExportQuery } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { downloadPayments } from "../../lib/queries"
import { useOneAtATime } from "../../lib/use-one-at-a-time"

/** Downloads all payments that the filters select, not only those on the page. */
export function ExportButton({ filters, count }: { filters: ExportQuery; count: number }) {
  const { t, messageOf } = useTexts()
  const oneAtATime = useOneAtATime()
  const [isExporting, setExporting] = useState(false)
  const description = t("payments.count", { count })

  const download = async () => {
    setExporting(true)
    const running = toast.loading(t("payments.export.running"), { description, duration: Number.POSITIVE_INFINITY })
    try {
      await downloadPayments(filters)
      toast.success(t("payments.export.done"), { description })
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
