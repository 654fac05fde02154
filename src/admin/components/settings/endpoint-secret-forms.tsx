import { DatePicker, InlineTip } from "@medusajs/ui"
import { useState } from "react"
import { useParams } from "react-router-dom"
import { z } from "zod"
import { useDates, useTexts } from "../../lib/format"
import { useConnection, useRotateEndpointSecret } from "../../lib/queries"
import { useDrawerForm } from "../common/drawer-form"
import { Field } from "../common/fields"
import {
  type ConnectionProps,
  SettingControl,
  SettingDrawer,
  SettingForm,
  useLockedHint,
  useSettingForm,
} from "./setting-form"

const FIELDS = ["endpoint_secret"] as const
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
    <SettingForm connection={connection} fields={FIELDS} form={form} onSubmit={onSubmit}>
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
    <SettingForm connection={connection} fields={FIELDS} form={form} onSubmit={onSubmit}>
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
