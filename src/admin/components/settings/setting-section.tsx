import { PencilSquare } from "@medusajs/icons"
import { Badge, Text } from "@medusajs/ui"
import type { PropsWithChildren } from "react"
import type { AssetName, ConnectionView, SecretView, SettingField } from "../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../core/assets/registry"
import { fieldsOf, type SettingGroup } from "../../../core/connection/setting-fields"
import { useSettingWords, useTexts } from "../../lib/format"
import { useMay } from "../../lib/queries"
import { Section } from "../common/section"
import { AssetIcon, Code, DatedText, partsOf } from "../common/values"
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

/** The settings of a group, and a link to change them. */
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

/** A setting's label, its value, and where the value comes from. */
export function FieldRow({ connection, field }: FieldProps) {
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
      return <UnpaidOrders minutes={connection.unpaid_order_minutes.value} />
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

function UnpaidOrders({ minutes }: { minutes: number | "off" | null }) {
  const { t } = useTexts()
  if (typeof minutes !== "number")
    return <WithHint value={t("settings.checkout.never")} hint={t("settings.checkout.unpaidOff")} />
  const [name, count] = minutes % 60 === 0 ? ["afterHours", minutes / 60] : ["after", minutes]
  return <WithHint value={t(`settings.checkout.${name}`, { count })} />
}

const WithHint = ({ value, hint }: { value: string; hint?: string }) => (
  <>
    <span className="text-ui-fg-base">{value}</span>
    {hint && <span className="txt-small text-pretty">{hint}</span>}
  </>
)
