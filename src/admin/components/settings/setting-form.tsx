import { InlineTip, toast } from "@medusajs/ui"
import { type ComponentType, type ReactNode, useEffect } from "react"
import type { FieldValues, UseFormReturn } from "react-hook-form"
import { useLocation, useParams } from "react-router-dom"
import { z } from "zod"
import type { ConnectionUpdate, ConnectionView, SettingField } from "../../../api/admin/crypto-payments/contract"
import { entryOf, fieldsOf, isSecretField, type SettingGroup } from "../../../core/connection/setting-fields"
import { useSettingWords, useTexts } from "../../lib/format"
import { useConnection, useMay, useUpdateConnection } from "../../lib/queries"
import { DrawerForm, DrawerHeader, RouteDrawer, SwitchField, TextField, useDrawerForm } from "../common/drawer-form"
import { Forbidden, LoadingLines } from "../common/section"
import { Copyable } from "../common/values"

export type ConnectionProps = { connection: ConnectionView }

/** `title` and `description` are keys of texts below `settings`. */
type SettingDrawerProps = {
  title: string
  description: string
  form: ComponentType<ConnectionProps>
  wide?: boolean
}

export function SettingDrawer({ title, description, form: Form, wide }: SettingDrawerProps) {
  const { t } = useTexts()
  const { id = "" } = useParams()
  const { data, error } = useConnection(id)
  const mayChange = useMay()("crypto_connection:update")
  useFocusBack()
  // The page behind the drawer shows the error.
  if (error && !data) return null
  return (
    <RouteDrawer wide={wide}>
      <DrawerHeader title={t(`settings.${title}`)} description={t(`settings.${description}`)} />
      {!data ? (
        <LoadingLines count={3} />
      ) : mayChange ? (
        <Form connection={data.connection} />
      ) : (
        <Forbidden needs="crypto_connection:update" />
      )}
    </RouteDrawer>
  )
}

/** Gives the focus back to the menu that opened the drawer. The menu entry, which had it, no longer exists. */
function useFocusBack(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const drawer = pathname.split("/").pop()
    return () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        document.querySelector<HTMLElement>(`[data-opens~="${drawer}"]`)?.focus()
      })
    }
  }, [pathname])
}

export const changesOf = (update: ConnectionUpdate, old: ConnectionUpdate): ConnectionUpdate =>
  Object.fromEntries(
    Object.entries(update).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as SettingField]),
    ),
  )

type FormOptions<Values extends FieldValues> = ConnectionProps & {
  values: Values
  schema: z.ZodType<Values, Values>
  toUpdate: (values: Values) => ConnectionUpdate
  saved: string
}

export function useSettingForm<Values extends FieldValues>(options: FormOptions<Values>) {
  const { connection, values, schema, toUpdate, saved } = options
  const { t } = useTexts()
  const update = useUpdateConnection(connection.id)
  return useDrawerForm<Values>({
    values,
    schema,
    send: async (after, before) => {
      const changes = changesOf(toUpdate(after), toUpdate(before))
      const { checklist } = (await update.mutateAsync(changes)).connection
      const promotion = checklist.find(({ step, done }) => step === "promotion_applies" && !done)
      if (changes.promotion_code && promotion) toast.warning(t(`settings.ready.codes.${promotion.code}`))
      return t(`settings.${saved}`)
    },
  })
}

/** The form of a group of settings whose values are those of their controls. */
export function useGroupForm(connection: ConnectionView, group: SettingGroup, schema = controlValues) {
  const values = valuesOf(connection, fieldsOf(group))
  return { values, ...useSettingForm({ connection, values, schema, toUpdate, saved: `${group}.saved` }) }
}

/** Why a setting cannot be changed in the admin; undefined if it can. */
export function useLockedHint(connection: ConnectionView): (field: SettingField) => string | undefined {
  const { t } = useTexts()
  return (field) => {
    const { option, variable } = connection[field]
    if (isConfigured(connection[field]))
      return t(`settings.source.${variable ? "variable" : "option"}Hint`, { name: variable ?? option })
    return isSecretField(field) && !connection.encryption_ready ? t("settings.secret.noEncryption") : undefined
  }
}

type SettingFormProps<Values extends FieldValues> = ConnectionProps & {
  fields: readonly SettingField[]
  form: UseFormReturn<Values>
  onSubmit: (values: Values) => Promise<void>
  children: ReactNode
}

export function SettingForm<Values extends FieldValues>(props: SettingFormProps<Values>) {
  const { connection, fields, form, onSubmit, children } = props
  const { t } = useTexts()
  const lockedHint = useLockedHint(connection)
  return (
    <DrawerForm form={form} onSubmit={onSubmit} submitLabel={t("form.save")} disabled={fields.every(lockedHint)}>
      {needsEncryption(connection, fields) && <EncryptionTip />}
      {children}
    </DrawerForm>
  )
}

/** Whether a secret would have to be entered here. Secrets in medusa-config are not stored, so nothing encrypts them. */
export const needsEncryption = (connection: ConnectionView, fields: readonly SettingField[]): boolean =>
  !connection.encryption_ready && fields.some((field) => isSecretField(field) && !isConfigured(connection[field]))

export function EncryptionTip() {
  const { t } = useTexts()
  return (
    <InlineTip variant="warning" label={t("settings.encryption.label")}>
      {t("settings.encryption.text")}
      <ol className="mt-2 flex list-decimal flex-col gap-y-1.5 ps-4">
        <li>
          {t("settings.encryption.step1")}
          <Copyable content="openssl rand -base64 32" label={t("settings.encryption.copyCommand")} />
        </li>
        <li>
          {t("settings.encryption.step2")}
          <Copyable content="CRYPTO_PAYMENTS_ENCRYPTION_KEY" label={t("settings.encryption.copyVariable")} />
        </li>
        <li>{t("settings.encryption.step3")}</li>
      </ol>
    </InlineTip>
  )
}

type SettingControlProps = ConnectionProps & {
  name: SettingField
  label?: string
  hint?: string
  placeholder?: string
}

/** The control for a setting's kind. The placeholder of an empty field is the default, or an example. */
export function SettingControl({ connection, name, label, hint, placeholder }: SettingControlProps) {
  const { t } = useTexts()
  const { labelOf, hintOf } = useSettingWords()
  const { kind, secret, example, default: byDefault } = entryOf(name)
  const words = {
    label: label ?? labelOf(name),
    hint: hint ?? (secret ? t("settings.secret.enterHint") : hintOf(name)),
    locked: useLockedHint(connection)(name),
  }
  if (kind === "flag") return <SwitchField name={name} {...words} />
  const type = secret ? "password" : kind === "number" ? "number" : name === "base_url" ? "url" : "text"
  const shown = placeholder ?? example ?? (textOf(byDefault) || undefined)
  return <TextField name={name} {...words} type={type} placeholder={shown} />
}

/** The settings with a control of their own. */
const SPECIAL: readonly SettingField[] = ["assets", "order_placement", "unpaid_order_minutes", "logo", "accent_color"]

export const ordinaryFields = (group: SettingGroup): SettingField[] =>
  fieldsOf(group).filter((field) => !SPECIAL.includes(field))

export const OrdinarySettings = ({ connection, group }: ConnectionProps & { group: SettingGroup }) =>
  ordinaryFields(group).map((name) => <SettingControl key={name} connection={connection} name={name} />)

/** The values of a form's controls: a boolean for a switch, and text for the others. */
export type ControlValues = Record<string, string | boolean>

export const controlValue = z.union([z.string().trim(), z.boolean()])
export const controlValues = z.record(z.string(), controlValue)

/** Several words are separated by commas. */
const textOf = (value: unknown): string => [value ?? []].flat().join(", ")

/**
 * Defaults and stored secrets leave a text field empty and are its placeholder. A list shows its default, because people
 * add a word to it.
 */
export const valuesOf = (connection: ConnectionView, fields: readonly SettingField[]): ControlValues =>
  Object.fromEntries(
    fields.map((field) => {
      const setting = connection[field]
      const value = "value" in setting ? setting.value : null
      if (entryOf(field).kind === "flag") return [field, Boolean(value)]
      // A field for numbers cannot show "off".
      const shown = entryOf(field).kind === "number" && value === "off" ? 0 : value
      const isEmpty = setting.source === "default" && entryOf(field).kind !== "list"
      return [field, isEmpty ? "" : textOf(shown)]
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

/** Set in medusa-config, so it cannot be changed in the admin. */
export const isConfigured = ({ source }: Pick<ConnectionView[SettingField], "source">): boolean => source === "config"

/** The server sends "…a1b2". */
export const lastFourOf = (lastFour: string | null): string => (lastFour ?? "").replace(/^…/, "")
export const masked = (lastFour: string | null): string => `•••• ${lastFourOf(lastFour)}`.trim()
