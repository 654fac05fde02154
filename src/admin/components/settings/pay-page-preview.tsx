import { Label } from "@medusajs/ui"
import type { PayPageLook } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { usePayPagePreview } from "../../lib/queries"

/** A picture of the page: nothing in it can be pressed or focused. React 18 knows no `inert`. */
const PICTURE = { inert: "", tabIndex: -1, sandbox: "" }

/** The real page of an example payment. Its own sandbox keeps it from the admin. */
export function PayPagePreview({ id, look }: { id: string; look: PayPageLook }) {
  const { t } = useTexts()
  const page = usePayPagePreview(id, look)
  const title = t("settings.look.preview")
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" weight="plus">
        {title}
      </Label>
      <div className="bg-ui-bg-subtle shadow-borders-base h-[32rem] shrink-0 overflow-hidden rounded-lg">
        {page !== undefined && <iframe {...PICTURE} title={title} srcDoc={page} className="h-full w-full border-0" />}
      </div>
    </div>
  )
}
