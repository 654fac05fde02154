import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { fieldsOf } from "../../../core/connection/setting-fields"
import { useTexts } from "../../lib/format"
import { ColorField, LogoField } from "./look-fields"
import { PreviewFrame } from "./preview-frame"
import { OrdinarySettings } from "./setting-control"
import { SettingDrawer } from "./setting-drawer"
import { changesOf, SettingForm, useLockedHint, useSettingForm } from "./setting-form"
import { controlValues, toUpdate, valuesOf } from "./setting-values"

export const EditLook = () => <SettingDrawer title="look.edit" description="look.subtitle" form={LookForm} />

function LookForm({ connection }: { connection: ConnectionView }) {
  const fields = fieldsOf("look")
  const values = valuesOf(connection, fields)
  const saved = useTexts().t("settings.look.saved")
  const { form, onSubmit, showRefusal } = useSettingForm({ connection, values, schema: controlValues, toUpdate, saved })
  const lockedHint = useLockedHint(connection)
  // Does not move the focus, because the person may still be typing.
  const onAnswer = (refused?: unknown) => {
    form.clearErrors(fields.filter((field) => field !== "logo"))
    if (refused) showRefusal(refused, false)
  }
  return (
    <SettingForm connection={connection} fields={fields} form={form} onSubmit={onSubmit}>
      <LogoField locked={lockedHint("logo")} />
      <ColorField locked={lockedHint("accent_color")} />
      <OrdinarySettings connection={connection} group="look" />
      <PreviewFrame id={connection.id} look={changesOf(toUpdate(form.watch()), toUpdate(values))} onAnswer={onAnswer} />
    </SettingForm>
  )
}
