import { zodResolver } from "@hookform/resolvers/zod"
import { InlineTip } from "@medusajs/ui"
import { useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useUpdateConnection } from "../../hooks/connections"
import { TextField } from "../common/text-field"
import { EncryptionTip } from "./encryption-tip"
import { SettingForm } from "./setting-form"
import { useSave } from "./use-save"
import { useSecretField } from "./use-secret-field"

type Values = { endpoint_secret: string }

/** Enters the first endpoint secret, or one that takes the other's place at once. */
export function EndpointSecretForm({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  const secretField = useSecretField(connection)
  const secret = connection.endpoint_secret
  const schema = z.object({ endpoint_secret: z.string().trim().min(1, t("settings.webhook.wanted")) })
  const form = useForm<Values>({ defaultValues: { endpoint_secret: "" }, resolver: zodResolver(schema) })
  const save = useSave(form, useUpdateConnection(connection.id), ["endpoint_secret"])
  const field = secretField(secret)

  return (
    <SettingForm
      form={form}
      disabled={field.locked !== undefined}
      onSubmit={(values) => save(values, t("settings.webhook.enter.saved"))}
    >
      {!connection.encryption_ready && <EncryptionTip />}
      {secret.set && secret.source === "admin" && (
        <InlineTip variant="warning" label={t("settings.webhook.replace.warningLabel")}>
          {t("settings.webhook.replace.warning")}
        </InlineTip>
      )}
      <TextField<Values>
        name="endpoint_secret"
        label={t("settings.webhook.enter.label")}
        {...field}
        hint={t("settings.secret.enterHint")}
        placeholder={undefined}
      />
    </SettingForm>
  )
}
