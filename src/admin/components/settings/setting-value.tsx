import { Text } from "@medusajs/ui"
import type { AssetName, ConnectionView, SecretView, SettingField } from "../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../core/assets/registry"
import { useTexts } from "../../lib/format"
import { AssetIcon, partsOf } from "../common/asset"
import { Code } from "../common/copyable"
import { DatedText } from "../common/when"
import { ColorSwatch, LogoImage } from "./look-fields"
import { masked } from "./setting-groups"

/** The read-only value of a setting. */
export function SettingValue({ connection, field }: { connection: ConnectionView; field: SettingField }) {
  switch (field) {
    case "secret_key":
    case "endpoint_secret":
      return <SecretValue secret={connection[field]} />
    case "assets":
      return <AssetList assets={connection.assets.value ?? []} />
    case "order_placement":
      return <Placement placement={connection.order_placement.value ?? "checkout"} />
    case "unpaid_order_minutes":
      return <UnpaidOrders minutes={connection.unpaid_order_minutes.value} />
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

function NotSet() {
  const { t } = useTexts()
  return <span className="text-ui-fg-subtle">{t("settings.secret.notSet")}</span>
}

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
    <ColorSwatch color={color} />
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

function Placement({ placement }: { placement: "checkout" | "payment" }) {
  const { t } = useTexts()
  const name = `settings.checkout.placement.${placement}`
  return <WithHint value={t(name)} hint={t(`${name}Hint`)} />
}

function UnpaidOrders({ minutes }: { minutes: number | "off" | null }) {
  const { t } = useTexts()
  if (typeof minutes !== "number")
    return <WithHint value={t("settings.checkout.never")} hint={t("settings.checkout.unpaidOff")} />
  const inHours = minutes % 60 === 0
  const value = inHours
    ? t("settings.checkout.afterHours", { count: minutes / 60 })
    : t("settings.checkout.after", { count: minutes })
  return <WithHint value={value} />
}

const WithHint = ({ value, hint }: { value: string; hint?: string }) => (
  <>
    <span className="text-ui-fg-base">{value}</span>
    {hint && <span className="txt-small text-pretty">{hint}</span>}
  </>
)
