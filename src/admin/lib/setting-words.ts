import { entryOf, type SettingField } from "../../core/connection/setting-fields"
import { useTexts } from "./format"

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The words for a setting in the reader's language. What no language has is English from the setting's entry. */
export function useSettingWords() {
  const { t } = useTexts()
  return {
    labelOf: (field: string) =>
      t(`settings.fields.${field}.label`, { defaultValue: capitalized(field.replaceAll("_", " ")) }),
    hintOf: (field: SettingField) =>
      t(`settings.fields.${field}.hint`, { defaultValue: capitalized(entryOf(field).help.replaceAll("`", "")) }),
  }
}
