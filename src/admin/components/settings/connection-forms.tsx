import { DatePicker, InlineTip } from "@medusajs/ui"
import { useState } from "react"
import type { UseFormReturn } from "react-hook-form"
import { useParams } from "react-router-dom"
import { z } from "zod"
import type { ConnectionView, SettingField } from "../../../api/admin/crypto-payments/contract"
import { fieldsOf } from "../../../core/connection/setting-fields"
import { useDates, useTexts } from "../../lib/format"
import { useConnection, useRotateEndpointSecret } from "../../lib/queries"
import { Field, useDrawerForm } from "../common/drawer-form"
import {
  type ConnectionProps,
  type ControlValues,
  controlValues,
  lastFourOf,
  masked,
  OrdinarySettings,
  SettingControl,
  SettingDrawer,
  SettingForm,
  useGroupForm,
  useLockedHint,
  useSettingForm,
} from "./setting-form"

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

const ENDPOINT_SECRET = ["endpoint_secret"] as const
const DAY_MS = 24 * 60 * 60_000
/** Enough to change the secret at the service after a weekend. */
const USUAL_DAYS = 3
/** The server's limit. */
const MAX_DAYS = 30

export function EnterEndpointSecret() {
  const { id = "" } = useParams()
  const way = useConnection(id).data?.connection.endpoint_secret.set ? "replace" : "enter"
  return <SettingDrawer title={`webhook.${way}.title`} description={`webhook.${way}.hint`} form={EnterForm} />
}

export const RotateEndpointSecret = () => (
  <SettingDrawer title="webhook.rotate.title" description="webhook.rotate.hint" form={RotateForm} />
)

/** Enters the first endpoint secret, or replaces the stored one immediately. */
function EnterForm({ connection }: ConnectionProps) {
  const { t } = useTexts()
  const { set, source } = connection.endpoint_secret
  const { form, onSubmit } = useSettingForm<{ endpoint_secret: string }>({
    connection,
    values: { endpoint_secret: "" },
    schema: z.object({ endpoint_secret: z.string().trim().min(1, t("settings.webhook.wanted")) }),
    toUpdate: (values) => values,
    saved: "webhook.enter.saved",
  })
  return (
    <SettingForm connection={connection} fields={ENDPOINT_SECRET} form={form} onSubmit={onSubmit}>
      {set && source === "admin" && (
        <InlineTip variant="warning" label={t("settings.webhook.replace.warningLabel")}>
          {t("settings.webhook.replace.warning")}
        </InlineTip>
      )}
      <SettingControl connection={connection} name="endpoint_secret" />
    </SettingForm>
  )
}

type Rotation = { endpoint_secret: string; until: Date }

/** Enters a new endpoint secret and keeps the old one valid until a date. */
function RotateForm({ connection }: ConnectionProps) {
  const { t } = useTexts()
  const { dateText } = useDates()
  const rotate = useRotateEndpointSecret(connection.id)
  const [now] = useState(() => Date.now())
  const { form, onSubmit } = useDrawerForm<Rotation>({
    values: { endpoint_secret: "", until: new Date(now + USUAL_DAYS * DAY_MS) },
    schema: z.object({
      endpoint_secret: z.string().trim().min(1, t("settings.webhook.wanted")),
      until: z.date({ error: t("settings.webhook.rotate.untilWanted") }),
    }),
    send: async ({ endpoint_secret, until }) => {
      await rotate.mutateAsync({ endpoint_secret, previous_valid_until: until.toISOString() })
      return t("settings.webhook.rotate.saved", { until: dateText(until) })
    },
  })
  const isLocked = useLockedHint(connection)("endpoint_secret") !== undefined

  return (
    <SettingForm connection={connection} fields={ENDPOINT_SECRET} form={form} onSubmit={onSubmit}>
      {connection.endpoint_secret.previous && (
        <InlineTip variant="warning" label={t("settings.webhook.previous")}>
          {t("settings.webhook.rotate.earlierEnds")}
        </InlineTip>
      )}
      <SettingControl connection={connection} name="endpoint_secret" label={t("settings.webhook.rotate.label")} />
      <UntilField now={now} locked={isLocked} />
    </SettingForm>
  )
}

function UntilField({ now, locked }: { now: number; locked: boolean }) {
  const { t } = useTexts()
  return (
    <Field<Rotation>
      name="until"
      label={t("settings.webhook.rotate.until")}
      hint={t("settings.webhook.rotate.untilHint")}
    >
      {({ value, onChange }, control) => (
        <DatePicker
          {...control}
          granularity="minute"
          shouldCloseOnSelect={false}
          minValue={new Date(now)}
          maxValue={new Date(now + MAX_DAYS * DAY_MS)}
          value={value}
          onChange={onChange}
          isDisabled={locked}
        />
      )}
    </Field>
  )
}
