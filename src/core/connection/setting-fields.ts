import { type AdminSetting, SETTINGS, type SettingEntry, type SettingName } from "./setting-table"

type Table = typeof SETTINGS

/** The settings that an admin may enter, by their name in the API and the table. */
export const SETTING_FIELDS = Object.fromEntries(
  Object.entries<SettingEntry>(SETTINGS).flatMap(([name, { field }]) => (field === undefined ? [] : [[field, name]])),
) as { [Name in AdminSetting as Table[Name]["field"]]: Name }

export type SettingField = keyof typeof SETTING_FIELDS
type FieldsWith<Trait> = {
  [Name in AdminSetting]: Table[Name] extends Trait ? Table[Name]["field"] : never
}[AdminSetting]
export type SecretField = FieldsWith<{ secret: true }>

export const SETTING_FIELD_NAMES = Object.keys(SETTING_FIELDS) as SettingField[]

export const entryOf = (field: SettingField): SettingEntry => SETTINGS[SETTING_FIELDS[field]]

export const isSecretField = (field: SettingField): field is SecretField => entryOf(field).secret === true

/** Write-only. Unlike the other fields, these cannot be removed with null. */
export const SECRET_FIELDS: readonly SecretField[] = SETTING_FIELD_NAMES.filter(isSecretField)

export type PlainField = Exclude<SettingField, SecretField>
export const PLAIN_FIELDS = SETTING_FIELD_NAMES.filter((field): field is PlainField => !isSecretField(field))

export const fieldOf = (name: SettingName): SettingField | undefined =>
  (SETTINGS[name] as { field?: SettingField }).field

export type SettingGroup = NonNullable<SettingEntry["group"]>

export type FieldsOf<Group extends SettingGroup> = FieldsWith<{ group: Group }>

/** The settings that share a section and a drawer of the admin. The group's name is part of the drawer's URL. */
export const fieldsOf = <Group extends SettingGroup>(group: Group) =>
  SETTING_FIELD_NAMES.filter((field) => entryOf(field).group === group) as FieldsOf<Group>[]
