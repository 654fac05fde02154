import { Alert } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AttentionView } from "../../../api/admin/crypto-payments/contract"
import { When } from "../common/when"

/** Why a person must decide, and what can be done. */
export function AttentionBox({ attention }: { attention: AttentionView }) {
  const { t } = useTranslation("cryptoPayments")
  const { reason, message, detail, since } = attention
  return (
    <Alert variant="warning">
      <p className="txt-compact-small-plus text-ui-fg-base">
        {t(`attention.reasons.${reason}.title`, { defaultValue: t("attention.unnamed") })}
      </p>
      <p className="text-ui-fg-subtle mt-1 text-pretty">
        {t(`attention.reasons.${reason}.message`, { defaultValue: message })}
      </p>
      {detail && (
        <p className="text-ui-fg-subtle mt-1 text-pretty break-words">
          <span className="text-ui-fg-base font-medium">{t("attention.detail")}</span> {detail}
        </p>
      )}
      <p className="text-ui-fg-subtle txt-compact-xsmall mt-2">
        <When at={since} relative />
      </p>
    </Alert>
  )
}
