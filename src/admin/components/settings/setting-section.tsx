import { ArrowPath, Key, PencilSquare } from "@medusajs/icons"
import { Badge, Text } from "@medusajs/ui"
import type { PropsWithChildren } from "react"
import type { AssetName, ConnectionView, SecretView, SettingField } from "../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../core/assets/registry"
import { fieldsOf, type SettingGroup } from "../../../core/connection/setting-fields"
import { neverCanceled, useSettingWords, useTexts } from "../../lib/format"
import { useMay } from "../../lib/queries"
import { type Action, QuietText, Section } from "../common/section"
import { AssetIcon, Code, Copyable, DatedText, EventBadge, ExternalPaymentIds, partsOf, When } from "../common/values"
import { LogoImage } from "./branding-form"
import { isConfigured, masked } from "./setting-form"

/** A label and a value. On a narrow screen the value is below the label. */
export const SettingRow = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <div className="text-ui-fg-subtle grid grid-cols-1 items-start gap-x-4 gap-y-1 px-6 py-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
    <Text size="small" weight="plus" leading="compact" className="text-ui-fg-subtle py-0.5">
      {title}
    </Text>
    <div className="txt-compact-small flex min-w-0 flex-col items-start gap-y-1.5 py-0.5">{children}</div>
  </div>
)

/** Says where a value comes from, unless an admin entered it. */
function SourceNote({ setting }: { setting: ConnectionView[SettingField] }) {
  const { t } = useTexts()
  const { source, option, variable } = setting
  if ("value" in setting && setting.value === null) return null
  if (source === "default") return <span className="text-ui-fg-subtle">{t("settings.source.default")}</span>
  if (!isConfigured(setting)) return null
  return (
    <Badge size="2xsmall" className="h-auto min-w-0 max-w-full whitespace-normal break-all py-0.5 text-start">
      {variable ? t("settings.source.variable", { name: variable }) : t("settings.source.option", { name: option })}
    </Badge>
  )
}

export function SettingSection({ connection, name }: { connection: ConnectionView; name: SettingGroup }) {
  const { t } = useTexts()
  const edit = { icon: <PencilSquare />, label: t("settings.actions.edit"), to: name }
  return (
    <Section
      title={t(`settings.${name}.title`)}
      subtitle={t(`settings.${name}.subtitle`)}
      actions={useMay()("crypto_connection:update") ? [edit] : []}
    >
      {fieldsOf(name).map((field) => (
        <FieldRow key={field} connection={connection} field={field} />
      ))}
    </Section>
  )
}

type FieldProps = { connection: ConnectionView; field: SettingField }

function FieldRow({ connection, field }: FieldProps) {
  const { labelOf } = useSettingWords()
  return (
    <SettingRow title={labelOf(field)}>
      <SettingValue connection={connection} field={field} />
      <SourceNote setting={connection[field]} />
    </SettingRow>
  )
}

function SettingValue({ connection, field }: FieldProps) {
  const { t } = useTexts()
  switch (field) {
    case "secret_key":
    case "endpoint_secret":
      return <SecretValue secret={connection[field]} />
    case "assets":
      return <AssetList assets={connection.assets.value ?? []} />
    case "order_placement": {
      const name = `settings.checkout.placement.${connection.order_placement.value ?? "checkout"}`
      return <WithHint value={t(name)} hint={t(`${name}Hint`)} />
    }
    case "unpaid_order_minutes":
      return <UnpaidOrders connection={connection} />
    case "retention_days": {
      const days = connection.retention_days.value
      const isKept = typeof days !== "number"
      return <WithHint value={isKept ? t("settings.value.forever") : t("payment.deletedAfter", { days })} />
    }
    case "confirmations_from_start":
      return <WithHint value={t(`settings.value.${connection.confirmations_from_start.value ? "on" : "off"}`)} />
    case "logo":
      return connection.logo.value === null ? <NotSet /> : <LogoImage logo={connection.logo.value} />
    case "accent_color":
      return connection.accent_color.value === null ? <NotSet /> : <Color color={connection.accent_color.value} />
    default: {
      const { value } = connection[field]
      return value === null ? <NotSet /> : <Code>{[value].flat().join(", ")}</Code>
    }
  }
}

const NotSet = () => <span className="text-ui-fg-subtle">{useTexts().t("settings.secret.notSet")}</span>

/** A secret's last four characters, when it was entered, and by whom. */
function SecretValue({ secret: { set, readable, last_four, set_at, set_by } }: { secret: SecretView }) {
  const { t, nameOf } = useTexts()
  if (!set) return <NotSet />
  if (!readable) {
    return (
      <>
        <span className="text-ui-fg-error">{t("settings.secret.unreadable")}</span>
        <Text size="small">{t("settings.secret.unreadableHint")}</Text>
      </>
    )
  }
  return (
    <>
      <Code>{masked(last_four)}</Code>
      {set_at && (
        <DatedText
          name={set_by ? "settings.secret.setBy" : "settings.secret.setAt"}
          values={{ who: nameOf(set_by) }}
          at={set_at}
        />
      )}
    </>
  )
}

const Color = ({ color }: { color: string }) => (
  <span className="flex items-center gap-x-2">
    <span
      aria-hidden="true"
      className="shadow-borders-base h-5 w-5 shrink-0 rounded"
      style={{ backgroundColor: color }}
    />
    <Code>{color}</Code>
  </span>
)

/** Shows the network of an asset that is offered on one network only. */
const AssetList = ({ assets }: { assets: AssetName[] }) => (
  <ul className="text-ui-fg-base flex flex-wrap gap-x-4 gap-y-2">
    {assets.map((name) => {
      const [asset, chain] = partsOf(name)
      return (
        <li key={name} className="flex items-center gap-x-1.5">
          <AssetIcon asset={asset} />
          {asset}
          {chain && <span className="text-ui-fg-subtle">{networkName(chain)}</span>}
        </li>
      )
    })}
  </ul>
)

function UnpaidOrders({ connection: { unpaid_order_minutes, order_placement } }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const minutes = unpaid_order_minutes.value
  if (typeof minutes !== "number")
    return <WithHint value={t("settings.checkout.never")} hint={t(neverCanceled(order_placement.value))} />
  const [name, count] = minutes % 60 === 0 ? ["afterHours", minutes / 60] : ["after", minutes]
  return <WithHint value={t(`settings.checkout.${name}`, { count })} />
}

const WithHint = ({ value, hint }: { value: string; hint?: string }) => (
  <>
    <span className="text-ui-fg-base">{value}</span>
    {hint && <span className="txt-small text-pretty">{hint}</span>}
  </>
)

/** How the service tells the store about payments: the URL to register, the secret, and the latest deliveries. */
export function WebhookSection({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const { webhook, endpoint_secret } = connection
  const { previous } = endpoint_secret
  return (
    <Section
      title={t("settings.webhook.title")}
      subtitle={t("settings.webhook.subtitle")}
      actions={useActions(endpoint_secret)}
    >
      <div className="flex flex-col gap-y-2 px-6 py-4">
        <Text size="small" weight="plus" leading="compact" className="text-ui-fg-subtle">
          {t("settings.webhook.url")}
        </Text>
        <div className="bg-ui-bg-component rounded-lg border px-3 py-2 [&>span]:justify-between">
          <Copyable content={webhook.url} label={t("settings.actions.copyUrl")} />
        </div>
        <QuietText className="text-pretty">{t("settings.webhook.instruction")}</QuietText>
      </div>
      <FieldRow connection={connection} field="endpoint_secret" />
      {previous && (
        <SettingRow title={t("settings.webhook.previous")}>
          <Code>{masked(previous.last_four)}</Code>
          <DatedText name="settings.webhook.previousValue" at={previous.valid_until} />
        </SettingRow>
      )}
      <LastEvent event={webhook.last_event} />
      <LastRefused refused={webhook.last_refused} />
    </Section>
  )
}

/** Empty if medusa-config sets the endpoint secret, or if the role may not change it. */
function useActions(secret: ConnectionView["endpoint_secret"]): Action[] {
  const { t } = useTexts()
  const mayChange = useMay()("crypto_connection:update")
  if (isConfigured(secret) || !mayChange) return []
  if (!secret.set) return [{ icon: <Key />, label: t("settings.webhook.enter.title"), to: "endpoint-secret" }]
  return [
    { icon: <ArrowPath />, label: t("settings.actions.rotateSecret"), to: "rotate" },
    { icon: <Key />, label: t("settings.actions.replaceSecret"), to: "endpoint-secret" },
  ]
}

function LastEvent({ event }: { event: ConnectionView["webhook"]["last_event"] }) {
  const { t } = useTexts()
  const title = t("settings.webhook.lastEvent")
  if (!event) return <SettingRow title={title}>{t("settings.webhook.noEvent")}</SettingRow>
  return (
    <SettingRow title={title}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-ui-fg-base break-all">{event.kind ?? t("attention.event.unnamed")}</span>
        <EventBadge state={event.state} />
      </span>
      <When at={event.received_at} />
      {event.external_payment_ids.length > 0 && (
        <span className="flex flex-wrap gap-x-2">
          {t("payment.details.externalId")}
          <ExternalPaymentIds ids={event.external_payment_ids} />
        </span>
      )}
      {event.test_only && <span className="text-pretty">{t("attention.event.testOnly")}</span>}
      {event.error && <span className="text-pretty break-words">{event.error}</span>}
    </SettingRow>
  )
}

function LastRefused({ refused }: { refused: ConnectionView["webhook"]["last_refused"] }) {
  const { t } = useTexts()
  const title = t("settings.webhook.lastRefused")
  if (!refused) return <SettingRow title={title}>{t("settings.webhook.noRefused")}</SettingRow>
  return (
    <SettingRow title={title}>
      <span className="text-ui-fg-base text-pretty">
        {t(`settings.ready.codes.${refused.code}`, { defaultValue: refused.message })}
      </span>
      <When at={refused.at} />
    </SettingRow>
  )
}
