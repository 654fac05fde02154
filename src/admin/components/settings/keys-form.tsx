import { zodResolver } from "@hookform/resolvers/zod"
import { useState } from "react"
import { useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import type { ConnectionUpdate, ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useUpdateConnection } from "../../hooks/connections"
import { TextField } from "../common/text-field"
import { EncryptionTip } from "./encryption-tip"
import { SettingForm } from "./setting-form"
import { useConfiguredHint } from "./source-badge"
import { useSave } from "./use-save"
import { useSecretField } from "./use-secret-field"

const text = z.string().trim()
const keys = z.object({ base_url: text, api_key: text, secret_key: text })
type Keys = z.infer<typeof keys>

const savedKeys = ({ base_url, api_key }: ConnectionView): Keys => ({
  base_url: base_url.value ?? "",
  api_key: api_key.value ?? "",
  secret_key: "",
})

/** Only what was changed: what is left out stays. */
function updateOf(before: Keys, { base_url, api_key, secret_key }: Keys): ConnectionUpdate {
  return {
    ...(base_url === before.base_url ? {} : { base_url: base_url || null }),
    ...(api_key === before.api_key ? {} : { api_key: api_key || null }),
    ...(secret_key === "" ? {} : { secret_key }),
  }
}

export function KeysForm({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  const configured = useConfiguredHint()
  const secretField = useSecretField(connection)
  const [before] = useState(() => savedKeys(connection))
  const entered = connection.secret_key.set && connection.secret_key.source === "admin"
  /** The stored key was entered for the stored address. */
  const wantsKeyAgain = (values: Keys) =>
    entered && values.base_url !== before.base_url && values.base_url !== "" && values.secret_key === ""
  const again = t("settings.keys.secretAgain")
  const schema = keys.refine((values) => !wantsKeyAgain(values), { path: ["secret_key"], message: again })
  const form = useForm<Keys>({ defaultValues: before, resolver: zodResolver(schema) })
  const save = useSave(form, useUpdateConnection(connection.id), ["base_url", "api_key", "secret_key"])
  const secret = secretField(connection.secret_key)
  const mustEnter = wantsKeyAgain(form.watch())
  const locked = [connection.base_url, connection.api_key].map(configured)
  const nothingToSave = locked.every(Boolean) && secret.locked !== undefined

  return (
    <SettingForm
      form={form}
      disabled={nothingToSave}
      onSubmit={(values) => save(updateOf(before, values), t("settings.keys.saved"))}
    >
      {!connection.encryption_ready && <EncryptionTip />}
      <TextField<Keys>
        name="base_url"
        type="url"
        label={t("settings.fields.base_url")}
        hint={t("settings.keys.baseUrlHint")}
        placeholder="https://pay.example.com"
        locked={locked[0]}
      />
      <TextField<Keys>
        name="api_key"
        label={t("settings.fields.api_key")}
        hint={t("settings.keys.apiKeyHint")}
        placeholder="pk_"
        locked={locked[1]}
      />
      <TextField<Keys>
        name="secret_key"
        label={t("settings.fields.secret_key")}
        {...secret}
        {...(mustEnter && !secret.locked
          ? { placeholder: undefined, hint: form.formState.errors.secret_key ? undefined : again }
          : {})}
      />
    </SettingForm>
  )
}
