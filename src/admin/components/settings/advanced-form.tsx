import { useState } from "react"
import { useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { ConnectionUpdate, ConnectionView, SettingView } from "../../../api/admin/crypto-payments/contract"
import { useUpdateConnection } from "../../hooks/connections"
import { TextField } from "../common/text-field"
import { SettingForm } from "./setting-form"
import { useConfiguredHint } from "./source-badge"
import { useSave } from "./use-save"

type Values = { signature_header: string; cleared_statuses: string }

/** A default is shown as what stands there while the field is empty. */
const own = <T,>({ value, source }: SettingView<T>): T | null => (source === "default" ? null : value)

const saved = ({ signature_header, cleared_statuses }: ConnectionView): Values => ({
  signature_header: own(signature_header) ?? "",
  cleared_statuses: (own(cleared_statuses) ?? []).join(", "),
})

const wordsOf = (text: string): string[] =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean)

/** Only what was changed: an emptied field goes back to its default. */
function updateOf(before: Values, { signature_header, cleared_statuses }: Values): ConnectionUpdate {
  const header = signature_header.trim()
  const words = wordsOf(cleared_statuses)
  return {
    ...(header === before.signature_header ? {} : { signature_header: header || null }),
    ...(words.join() === wordsOf(before.cleared_statuses).join()
      ? {}
      : { cleared_statuses: words.length > 0 ? words : null }),
  }
}

export function AdvancedForm({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  const configured = useConfiguredHint()
  const [before] = useState(() => saved(connection))
  const form = useForm<Values>({ defaultValues: before })
  const save = useSave(form, useUpdateConnection(connection.id), ["signature_header", "cleared_statuses"])
  const { signature_header, cleared_statuses } = connection
  const locked = [configured(signature_header), configured(cleared_statuses)]

  return (
    <SettingForm
      form={form}
      disabled={locked.every(Boolean)}
      onSubmit={(values) => save(updateOf(before, values), t("settings.advanced.saved"))}
    >
      <TextField<Values>
        name="signature_header"
        label={t("settings.fields.signature_header")}
        hint={t("settings.advanced.headerHint")}
        placeholder="Service-Signature"
        locked={locked[0]}
      />
      <TextField<Values>
        name="cleared_statuses"
        label={t("settings.fields.cleared_statuses")}
        hint={t("settings.advanced.clearedHint")}
        placeholder="completed"
        locked={locked[1]}
      />
    </SettingForm>
  )
}
