import type { UseFormReturn } from "react-hook-form"
import type { ConnectionView, SettingField } from "../../../api/admin/crypto-payments/contract"
import { fieldsOf } from "../../../core/connection/setting-fields"
import { useTexts } from "../../lib/format"
import {
  type ConnectionProps,
  OrdinarySettings,
  SettingControl,
  SettingDrawer,
  SettingForm,
  useGroupForm,
} from "./setting-form"
import { type ControlValues, controlValues, lastFourOf, masked } from "./setting-values"

export const EditKeys = () => <SettingDrawer title="keys.edit" description="keys.editHint" form={KeysForm} />
export const EditAdvanced = () => (
  <SettingDrawer title="advanced.edit" description="advanced.subtitle" form={AdvancedForm} />
)

function AdvancedForm({ connection }: ConnectionProps) {
  const { form, onSubmit } = useGroupForm(connection, "advanced")
  return (
    <SettingForm connection={connection} fields={fieldsOf("advanced")} form={form} onSubmit={onSubmit}>
      <OrdinarySettings connection={connection} group="advanced" />
    </SettingForm>
  )
}

function KeysForm({ connection }: ConnectionProps) {
  const { t } = useTexts()
  const { base_url, secret_key } = connection
  const fields = fieldsOf("keys")
  /** The server sends a stored key only to the base URL that it was entered for. */
  const needsSecret = (values: ControlValues) =>
    secret_key.source === "admin" &&
    values.base_url !== (base_url.value ?? "") &&
    values.base_url !== "" &&
    values.secret_key === ""
  const schema = controlValues.refine((values) => !needsSecret(values), {
    path: ["secret_key"],
    message: t("settings.keys.secretAgain"),
  })
  const { form, onSubmit } = useGroupForm(connection, "keys", schema)
  const own: { [Field in SettingField]?: { hint?: string; placeholder?: string } } = {
    display_name: { placeholder: connection.id },
    secret_key: useSecretHint(connection, form, needsSecret),
  }
  return (
    <SettingForm connection={connection} fields={fields} form={form} onSubmit={onSubmit}>
      {fields.map((name) => (
        <SettingControl key={name} connection={connection} name={name} {...own[name]} />
      ))}
    </SettingForm>
  )
}

function useSecretHint(
  { secret_key: { set, readable, last_four } }: ConnectionView,
  form: UseFormReturn<ControlValues>,
  needsSecret: (values: ControlValues) => boolean,
) {
  const { t } = useTexts()
  if (needsSecret(form.watch())) return { hint: form.formState.errors.secret_key ? "" : t("settings.keys.secretAgain") }
  if (!set || !readable) return {}
  return { hint: t("settings.secret.keptHint", { lastFour: lastFourOf(last_four) }), placeholder: masked(last_four) }
}
