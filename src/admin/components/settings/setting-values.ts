import { z } from "zod"
import type { ConnectionUpdate, ConnectionView, SettingField } from "../../../api/admin/crypto-payments/contract"
import { entryOf, isSecretField } from "../../../core/connection/setting-fields"

/** The values of a form's controls: a boolean for a switch, and text for the others. */
export type ControlValues = Record<string, string | boolean>

export const controlValue = z.union([z.string().trim(), z.boolean()])
export const controlValues = z.record(z.string(), controlValue)

/** Several words are separated by commas. */
export const textOf = (value: unknown): string => [value ?? []].flat().join(", ")

/** Defaults and stored secrets leave a text field empty and are its placeholder. */
export const valuesOf = (connection: ConnectionView, fields: readonly SettingField[]): ControlValues =>
  Object.fromEntries(
    fields.map((field) => {
      const setting = connection[field]
      const value = "value" in setting ? setting.value : null
      if (entryOf(field).kind === "flag") return [field, Boolean(value)]
      // A field for numbers cannot show "off".
      const shown = entryOf(field).kind === "number" && value === "off" ? 0 : value
      return [field, setting.source === "default" ? "" : textOf(shown)]
    }),
  )

function wordsOf(text: string): string[] | null {
  const words = text.split(",").flatMap((word) => word.trim() || [])
  return words.length > 0 ? words : null
}

/** An empty field resets the setting to its default; an empty secret keeps the stored one. */
export const toUpdate = (values: ControlValues): ConnectionUpdate =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, settingOf(field as SettingField, value)]))

function settingOf(field: SettingField, value: string | boolean): unknown {
  if (typeof value === "boolean") return value
  if (value === "") return isSecretField(field) ? undefined : null
  const { kind } = entryOf(field)
  if (kind === "list") return wordsOf(value)
  // What is not a number is refused by the server.
  return kind === "number" && /^\d+$/.test(value) ? Number(value) : value
}

export const drawerOf = (field: SettingField): string => entryOf(field).group ?? "endpoint-secret"

/** Set in medusa-config, so it cannot be changed in the admin. */
export const isConfigured = ({ source }: Pick<ConnectionView[SettingField], "source">): boolean => source === "config"

/** The server sends "…a1b2". */
export const lastFourOf = (lastFour: string | null): string => (lastFour ?? "").replace(/^…/, "")
export const masked = (lastFour: string | null): string => `•••• ${lastFourOf(lastFour)}`.trim()
