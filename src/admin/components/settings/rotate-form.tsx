import { zodResolver } from "@hookform/resolvers/zod"
import { Form } from "@medusajs/dashboard/components"
import { useDate } from "@medusajs/dashboard/hooks"
import { DatePicker, InlineTip } from "@medusajs/ui"
import { useState } from "react"
import { useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useRotateEndpointSecret } from "../../hooks/connections"
import { TextField } from "../common/text-field"
import { EncryptionTip } from "./encryption-tip"
import { SettingForm } from "./setting-form"
import { useSave } from "./use-save"
import { useSecretField } from "./use-secret-field"

const DAY_MS = 24 * 60 * 60_000
/** Long enough to change the service over on the next working day. */
const USUAL_DAYS = 3
/** The server's bound. */
const MOST_DAYS = 30

type Values = { endpoint_secret: string; until: Date | null }

export function RotateForm({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  const { getFullDate } = useDate()
  const secretField = useSecretField(connection)
  const [opened] = useState(() => Date.now())
  const schema = z.object({
    endpoint_secret: z.string().trim().min(1, t("settings.webhook.wanted")),
    until: z.date({ error: t("settings.webhook.rotate.untilWanted") }).nullable(),
  })
  const form = useForm<Values>({
    defaultValues: { endpoint_secret: "", until: new Date(opened + USUAL_DAYS * DAY_MS) },
    resolver: zodResolver(schema),
  })
  const save = useSave(form, useRotateEndpointSecret(connection.id), ["endpoint_secret", "until"])
  const field = secretField(connection.endpoint_secret)

  const onSubmit = async ({ endpoint_secret, until }: Values) => {
    if (!until) return form.setError("until", { message: t("settings.webhook.rotate.untilWanted") })
    const shown = getFullDate({ date: until, includeTime: true })
    const rotation = { endpoint_secret, previous_valid_until: until.toISOString() }
    await save(rotation, t("settings.webhook.rotate.saved", { until: shown }))
  }

  return (
    <SettingForm form={form} disabled={field.locked !== undefined} onSubmit={onSubmit}>
      {!connection.encryption_ready && <EncryptionTip />}
      {connection.endpoint_secret.previous && (
        <InlineTip variant="warning" label={t("settings.webhook.previous")}>
          {t("settings.webhook.rotate.earlierEnds")}
        </InlineTip>
      )}
      <TextField<Values>
        name="endpoint_secret"
        label={t("settings.webhook.rotate.label")}
        {...field}
        hint={t("settings.secret.enterHint")}
        placeholder={undefined}
      />
      <Form.Field
        control={form.control}
        name="until"
        render={({ field: { value, onChange } }) => (
          <Form.Item>
            <Form.Label>{t("settings.webhook.rotate.until")}</Form.Label>
            <Form.Control>
              <DatePicker
                granularity="minute"
                shouldCloseOnSelect={false}
                minValue={new Date(opened)}
                maxValue={new Date(opened + MOST_DAYS * DAY_MS)}
                value={value}
                onChange={onChange}
                isDisabled={field.locked !== undefined}
              />
            </Form.Control>
            <Form.Hint>{t("settings.webhook.rotate.untilHint")}</Form.Hint>
            <Form.ErrorMessage />
          </Form.Item>
        )}
      />
    </SettingForm>
  )
}
