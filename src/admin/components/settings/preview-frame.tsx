import { clx, Hint, Label } from "@medusajs/ui"
import type { PayPageLook } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { usePayPagePreview } from "../../lib/queries"

/** Nothing in the preview can be pressed or focused. React 18 has no `inert` prop, so it is an attribute. */
const PICTURE = { inert: "", tabIndex: -1, sandbox: "" }

type Props = { id: string; look: PayPageLook; onAnswer: (refused?: unknown) => void }

/**
 * The real pay page of an example payment. The frame's sandbox keeps it from accessing the admin.
 * @param onAnswer called with the error if the server refuses a value, and without one if it accepts them
 */
export function PreviewFrame({ id, look, onAnswer }: Props) {
  const { t } = useTexts()
  const { page, isOld } = usePayPagePreview(id, look, onAnswer)
  const title = t("settings.look.preview")
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" weight="plus">
        {title}
      </Label>
      <div role="status" className="empty:hidden">
        {isOld && <Hint>{t("settings.look.previewOld")}</Hint>}
      </div>
      <div
        className={clx("bg-ui-bg-subtle shadow-borders-base h-[32rem] shrink-0 overflow-hidden rounded-lg", {
          "opacity-50": isOld,
        })}
      >
        {page !== undefined && <iframe {...PICTURE} title={title} srcDoc={page} className="h-full w-full border-0" />}
      </div>
    </div>
  )
}
