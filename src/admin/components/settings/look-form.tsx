import { z } from "zod"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { ColorField, LogoField } from "./look-fields"
import { PreviewFrame } from "./preview-frame"
import { SettingDrawer } from "./setting-drawer"
import { changesOf, SettingForm, TextSetting, useLockedHint, useSettingForm } from "./setting-form"
import { GROUPS } from "./setting-groups"

export const EditLook = () => <SettingDrawer title="look.edit" description="look.subtitle" form={LookForm} />

const text = z.string().trim()
const schema = z.object({ logo: text, accent_color: text, support_link: text })
type Look = z.infer<typeof schema>

/** An empty field resets the setting to its default. */
const toUpdate = ({ logo, accent_color, support_link }: Look) => ({
  logo: logo || null,
  accent_color: accent_color || null,
  support_link: support_link || null,
})

function LookForm({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const { logo, accent_color, support_link } = connection
  const values = {
    logo: logo.value ?? "",
    accent_color: accent_color.value ?? "",
    support_link: support_link.value ?? "",
  }
  const saved = t("settings.look.saved")
  const { form, onSubmit, showRefusal } = useSettingForm<Look>({ connection, values, schema, toUpdate, saved })
  const lockedHint = useLockedHint(connection)
  // Does not move the focus, because the person may still be typing.
  const onAnswer = (refused?: unknown) => {
    form.clearErrors(["accent_color", "support_link"])
    if (refused) showRefusal(refused, false)
  }
  return (
    <SettingForm connection={connection} fields={GROUPS.look} form={form} onSubmit={onSubmit}>
      <LogoField locked={lockedHint("logo")} />
      <ColorField locked={lockedHint("accent_color")} />
      <TextSetting connection={connection} name="support_link" />
      <PreviewFrame id={connection.id} look={changesOf(toUpdate(form.watch()), toUpdate(values))} onAnswer={onAnswer} />
    </SettingForm>
  )
}
