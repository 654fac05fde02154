import { ArrowPath, Key } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import { Trans, useTranslation } from "react-i18next"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { Copyable } from "../common/copyable"
import { Section, type SectionAction } from "../common/section"
import { ServicePaymentIds } from "../common/service-payment-ids"
import { When } from "../common/when"
import { EventBadge } from "./event-badge"
import { isConfigured } from "./parts"
import { SecretValue } from "./secret-value"
import { SettingRow } from "./setting-row"
import { masked } from "./words"

export function WebhookSection({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  const title = t("settings.webhook.title")
  const { webhook, endpoint_secret } = connection
  return (
    <Section
      title={title}
      subtitle={t("settings.webhook.subtitle")}
      actions={useActions(endpoint_secret)}
      actionsLabel={t("settings.actions.menu", { section: title })}
    >
      <div className="flex flex-col gap-y-2 px-6 py-4">
        <Text size="small" weight="plus" leading="compact" className="text-ui-fg-subtle">
          {t("settings.webhook.url")}
        </Text>
        <div className="bg-ui-bg-component rounded-lg border px-3 py-2 [&>span]:justify-between">
          <Copyable content={webhook.url} label={t("settings.actions.copyUrl")} />
        </div>
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {t("settings.webhook.instruction")}
        </Text>
      </div>
      <SettingRow title={t("settings.webhook.secret")}>
        <SecretValue secret={endpoint_secret} />
      </SettingRow>
      {endpoint_secret.previous && <Previous previous={endpoint_secret.previous} />}
      <LastEvent event={webhook.last_event} />
      <LastRefused refused={webhook.last_refused} />
    </Section>
  )
}

/** What may be done about the endpoint secret; nothing where medusa-config sets it. */
function useActions(secret: ConnectionView["endpoint_secret"]): SectionAction[] {
  const { t } = useTranslation("cryptoPayments")
  if (isConfigured(secret)) return []
  if (!secret.set) return [{ icon: <Key />, label: t("settings.actions.enterSecret"), to: "endpoint-secret" }]
  return [
    { icon: <ArrowPath />, label: t("settings.actions.rotateSecret"), to: "rotate" },
    { icon: <Key />, label: t("settings.actions.replaceSecret"), to: "endpoint-secret" },
  ]
}

type PreviousProps = { previous: NonNullable<ConnectionView["endpoint_secret"]["previous"]> }

function Previous({ previous: { last_four, valid_until } }: PreviousProps) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <SettingRow title={t("settings.webhook.previous")}>
      <code className="text-ui-fg-base font-mono text-xs leading-5">{masked(last_four)}</code>
      <span className="text-ui-fg-subtle">
        <Trans t={t} i18nKey="settings.webhook.previousValue" components={{ until: <When at={valid_until} /> }} />
      </span>
    </SettingRow>
  )
}

function LastEvent({ event }: { event: ConnectionView["webhook"]["last_event"] }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <SettingRow title={t("settings.webhook.lastEvent")}>
      {event === null ? (
        <span className="text-ui-fg-subtle">{t("settings.webhook.noEvent")}</span>
      ) : (
        <>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="text-ui-fg-base break-all">{event.kind ?? t("settings.webhook.unknownKind")}</span>
            <EventBadge state={event.state} />
          </span>
          <span className="text-ui-fg-subtle">
            <When at={event.received_at} />
          </span>
          {event.service_payment_ids.length > 0 && (
            <span className="flex flex-wrap gap-x-2">
              <span className="text-ui-fg-subtle">{t("payment.details.paymentId")}</span>
              <ServicePaymentIds ids={event.service_payment_ids} />
            </span>
          )}
          {event.error && <span className="text-pretty break-words">{event.error}</span>}
        </>
      )}
    </SettingRow>
  )
}

function LastRefused({ refused }: { refused: ConnectionView["webhook"]["last_refused"] }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <SettingRow title={t("settings.webhook.lastRefused")}>
      {refused === null ? (
        <span className="text-ui-fg-subtle">{t("settings.webhook.noRefused")}</span>
      ) : (
        <>
          <span className="text-ui-fg-base text-pretty">{refused.message}</span>
          <span className="text-ui-fg-subtle">
            <When at={refused.at} />
          </span>
        </>
      )}
    </SettingRow>
  )
}
