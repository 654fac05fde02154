import { Alert } from "@medusajs/ui"
import type { AttentionView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { When } from "../common/values"

/** A reason in the reader's language. Without a translation it shows the server's English message. */
export function useReasonText() {
  const { t } = useTexts()
  return ({ reason, message }: AttentionView) => ({
    title: t(`attention.reasons.${reason}.title`, { defaultValue: t("payment.status.attention") }),
    message: t(`attention.reasons.${reason}.message`, { defaultValue: message }),
  })
}

/** The message of Medusa or the service, if there is one. */
export function AttentionDetail({ detail }: { detail: string | null }) {
  const { t } = useTexts()
  if (!detail) return null
  return (
    <p className="txt-small text-ui-fg-subtle max-w-[75ch] text-pretty break-words">
      <span className="text-ui-fg-base font-medium">{t("attention.detail")}</span> {detail}
    </p>
  )
}

/** Says on a payment's page why it needs attention and what to do. */
export function AttentionBox({ attention }: { attention: AttentionView | null }) {
  const textOf = useReasonText()
  if (!attention) return null
  const { title, message } = textOf(attention)
  return (
    <div className="px-6 py-4">
      <Alert variant="warning">
        <div className="flex flex-col gap-y-1">
          <p className="txt-compact-small-plus text-ui-fg-base">{title}</p>
          <p className="text-ui-fg-subtle text-pretty">{message}</p>
          <AttentionDetail detail={attention.detail} />
          <p className="text-ui-fg-subtle txt-compact-xsmall mt-1">
            <When at={attention.since} relative />
          </p>
        </div>
      </Alert>
    </div>
  )
}
