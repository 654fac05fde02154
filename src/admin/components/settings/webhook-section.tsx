import { ArrowPath, Key } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { useMay } from "../../lib/queries"
import { EventBadge } from "../common/badges"
import type { Action } from "../common/links-and-menus"
import { QuietText, Section } from "../common/section"
import { Code, Copyable, DatedText, ServicePaymentIds, When } from "../common/values"
import { isConfigured, masked } from "./setting-form"
import { FieldRow, SettingRow } from "./setting-section"

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
      {event.service_payment_ids.length > 0 && (
        <span className="flex flex-wrap gap-x-2">
          {t("payment.details.paymentId")}
          <ServicePaymentIds ids={event.service_payment_ids} />
        </span>
      )}
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
