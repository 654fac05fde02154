import { Button, toast } from "@medusajs/ui"
import { useState } from "react"
import { useTexts } from "../../lib/format"
import { useOneAtATime } from "../../lib/use-one-at-a-time"

type ExportButtonProps = { action?: string; download: () => Promise<void>; isEmpty: boolean; description?: string }

/** Downloads a CSV file and shows the progress in a toast. */
export function ExportButton({ action, download, isEmpty, description }: ExportButtonProps) {
  const { t, messageOf } = useTexts()
  const oneAtATime = useOneAtATime()
  const [isExporting, setExporting] = useState(false)

  const run = async () => {
    setExporting(true)
    const running = toast.loading(t("payments.export.running"), { description, duration: Number.POSITIVE_INFINITY })
    try {
      await download()
      toast.success(t("payments.export.done"), { description })
    } catch (error) {
      toast.error(t("payments.export.failed"), { description: messageOf(error) })
    } finally {
      toast.dismiss(running)
      setExporting(false)
    }
  }

  return (
    <Button size="small" variant="secondary" onClick={() => oneAtATime(run)} isLoading={isExporting} disabled={isEmpty}>
      {action ?? t("payments.export.action")}
    </Button>
  )
}
