import { z } from "zod"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { SettingDrawer } from "./setting-drawer"
import { SettingForm, TextSetting, useSendChanges, useSettingForm } from "./setting-form"
import { GROUPS, lastFourOf, masked } from "./setting-groups"

export const EditKeys = () => <SettingDrawer title="keys.edit" description="keys.editHint" form={KeysForm} />

const text = z.string().trim()
const keys = z.object({ display_name: text, base_url: text, api_key: text, secret_key: text })
type Keys = z.infer<typeof keys>

const toUpdate = ({ display_name, base_url, api_key, secret_key }: Keys) => ({
  display_name: display_name || null,
  base_url: base_url || null,
  api_key: api_key || null,
  secret_key: secret_key || undefined,
})

function KeysForm({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const { display_name, base_url, api_key, secret_key } = connection
  const isEntered = secret_key.set && secret_key.source === "admin"
  /** The server sends a stored key only to the base URL that it was entered for. */
  const needsSecret = (values: Keys) =>
    isEntered && values.base_url !== (base_url.value ?? "") && values.base_url !== "" && values.secret_key === ""
  const again = t("settings.keys.secretAgain")
  const { form, onSubmit } = useSettingForm<Keys>({
    values: {
      display_name: display_name.value ?? "",
      base_url: base_url.value ?? "",
      api_key: api_key.value ?? "",
      secret_key: "",
    },
    schema: keys.refine((values) => !needsSecret(values), { path: ["secret_key"], message: again }),
    send: useSendChanges(connection.id, toUpdate, t("settings.keys.saved")),
  })
  const secretHint = () => {
    if (needsSecret(form.watch())) return { hint: form.formState.errors.secret_key ? "" : again }
    if (!secret_key.set || !secret_key.readable) return {}
    const lastFour = lastFourOf(secret_key.last_four)
    return { hint: t("settings.secret.keptHint", { lastFour }), placeholder: masked(secret_key.last_four) }
  }

  return (
    <SettingForm connection={connection} fields={GROUPS.keys} form={form} onSubmit={onSubmit}>
      <TextSetting connection={connection} name="display_name" placeholder={connection.id} />
      <TextSetting connection={connection} name="base_url" />
      <TextSetting connection={connection} name="api_key" />
      <TextSetting connection={connection} name="secret_key" {...secretHint()} />
    </SettingForm>
  )
}
