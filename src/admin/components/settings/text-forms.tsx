import type { UseFormReturn } from "react-hook-form"
import { z } from "zod"
import type { ConnectionUpdate, ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { SettingDrawer } from "./setting-drawer"
import { SettingForm, TextSetting, useSettingForm } from "./setting-form"
import { GROUPS, lastFourOf, masked } from "./setting-groups"

export const EditKeys = () => <SettingDrawer title="keys.edit" description="keys.editHint" form={KeysForm} />
export const EditAdvanced = () => (
  <SettingDrawer title="advanced.edit" description="advanced.subtitle" form={AdvancedForm} />
)

type FormProps = { connection: ConnectionView }
type Texts = Record<string, string>

const texts = z.record(z.string(), z.string().trim())

/** The values of the text fields. Defaults and stored secrets leave a field empty and are its placeholder. */
const textsOf = (connection: ConnectionView, group: "keys" | "advanced"): Texts =>
  Object.fromEntries(
    GROUPS[group].map((field) => {
      const setting = connection[field]
      const isEntered = "value" in setting && setting.source !== "default"
      return [field, isEntered ? [setting.value ?? []].flat().join(", ") : ""]
    }),
  )

function wordsOf(text: string): string[] | null {
  const words = text.split(",").flatMap((word) => word.trim() || [])
  return words.length > 0 ? words : null
}

/** An empty field resets the setting to its default; an empty secret keeps the stored one. */
const toUpdate = (values: Texts): ConnectionUpdate =>
  Object.fromEntries(
    Object.entries(values).map(([field, text]) => {
      if (field === "secret_key") return [field, text || undefined]
      return [field, field.endsWith("_statuses") ? wordsOf(text) : text || null]
    }),
  )

function AdvancedForm({ connection }: FormProps) {
  const values = textsOf(connection, "advanced")
  const saved = useTexts().t("settings.advanced.saved")
  const { form, onSubmit } = useSettingForm({ connection, values, schema: texts, toUpdate, saved })
  return (
    <SettingForm connection={connection} fields={GROUPS.advanced} form={form} onSubmit={onSubmit}>
      {GROUPS.advanced.map((name) => (
        <TextSetting key={name} connection={connection} name={name} />
      ))}
    </SettingForm>
  )
}

function KeysForm({ connection }: FormProps) {
  const { t } = useTexts()
  const { base_url, secret_key } = connection
  /** The server sends a stored key only to the base URL that it was entered for. */
  const needsSecret = (values: Texts) =>
    secret_key.source === "admin" &&
    values.base_url !== (base_url.value ?? "") &&
    values.base_url !== "" &&
    values.secret_key === ""
  const { form, onSubmit } = useSettingForm({
    connection,
    values: textsOf(connection, "keys"),
    schema: texts.refine((values) => !needsSecret(values), {
      path: ["secret_key"],
      message: t("settings.keys.secretAgain"),
    }),
    toUpdate,
    saved: t("settings.keys.saved"),
  })
  return (
    <SettingForm connection={connection} fields={GROUPS.keys} form={form} onSubmit={onSubmit}>
      <TextSetting connection={connection} name="display_name" placeholder={connection.id} />
      <TextSetting connection={connection} name="base_url" />
      <TextSetting connection={connection} name="api_key" />
      <TextSetting connection={connection} name="secret_key" {...useSecretHint(connection, form, needsSecret)} />
    </SettingForm>
  )
}

/** Hint and placeholder of the secret key's field. */
function useSecretHint(
  { secret_key: { set, readable, last_four } }: ConnectionView,
  form: UseFormReturn<Texts>,
  needsSecret: (values: Texts) => boolean,
) {
  const { t } = useTexts()
  if (needsSecret(form.watch())) return { hint: form.formState.errors.secret_key ? "" : t("settings.keys.secretAgain") }
  if (!set || !readable) return {}
  return { hint: t("settings.secret.keptHint", { lastFour: lastFourOf(last_four) }), placeholder: masked(last_four) }
}
