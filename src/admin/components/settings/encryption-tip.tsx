import { InlineTip } from "@medusajs/ui"
import { useTexts } from "../../lib/format"
import { Copyable } from "../common/copyable"

const COMMAND = "openssl rand -base64 32"
const VARIABLE = "CRYPTO_PAYMENTS_ENCRYPTION_KEY"

/** Shows how to make the encryption key that storing secrets requires. */
export function EncryptionTip() {
  const { t } = useTexts()
  return (
    <InlineTip variant="warning" label={t("settings.encryption.label")}>
      {t("settings.encryption.text")}
      <ol className="mt-2 flex list-decimal flex-col gap-y-1.5 ps-4">
        <li>
          {t("settings.encryption.step1")}
          <Copyable content={COMMAND} label={t("settings.encryption.copyCommand")} />
        </li>
        <li>
          {t("settings.encryption.step2")}
          <Copyable content={VARIABLE} label={t("settings.encryption.copyVariable")} />
        </li>
        <li>{t("settings.encryption.step3")}</li>
      </ol>
    </InlineTip>
  )
}
