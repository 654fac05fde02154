import { LayoutComposer } from "@medusajs/dashboard/components"
import { Button } from "@medusajs/ui"
import { useState } from "react"
import { type UIMatch, useParams } from "react-router-dom"
import type { ActionView, ConnectionView } from "../../../../../api/admin/crypto-payments/contract"
import { entryOf, isSecretField } from "../../../../../core/connection/setting-fields"
import { PageLoading, Section, SectionText } from "../../../../components/common/section"
import { Code, ConnectionName, DatedText, When } from "../../../../components/common/values"
import { HealthSection } from "../../../../components/health/health-card"
import { OverviewSection, ReadySection } from "../../../../components/settings/overview-section"
import { masked } from "../../../../components/settings/setting-form"
import { SettingSection, WebhookSection } from "../../../../components/settings/setting-section"
import { useSettingWords, useTexts } from "../../../../lib/format"
import { useConnection } from "../../../../lib/queries"

export default function ConnectionPage() {
  const { t } = useTexts()
  const { id = "" } = useParams()
  const query = useConnection(id)
  if (!query.data) return <PageLoading title={t("settings.failed")} query={query} needs="crypto_connection:read" />
  const { connection } = query.data
  return (
    <LayoutComposer
      widgetsZonePrefix="crypto_connection.details"
      disableWidgets
      preferredLayoutId="core:two-column"
      data={connection}
      sections={{
        main: (
          <>
            <OverviewSection connection={connection} />
            <ReadySection connection={connection} />
            <SettingSection connection={connection} name="keys" />
            <WebhookSection connection={connection} />
            <SettingSection connection={connection} name="checkout" />
            <SettingSection connection={connection} name="branding" />
            <SettingSection connection={connection} name="advanced" />
          </>
        ),
        side: (
          <>
            <HealthSection connection={connection} />
            <ActivitySection connection={connection} />
          </>
        ),
      }}
    />
  )
}

export const handle = { breadcrumb: ({ params }: UIMatch) => <ConnectionName id={params.id ?? ""} /> }

/** Entries that fit beside the other sections. */
const SHOWN_AT_FIRST = 6

/** Who changed the settings, newest first. */
function ActivitySection({ connection: { actions } }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const [all, setAll] = useState(false)
  const shown = all ? actions : actions.slice(0, SHOWN_AT_FIRST)
  return (
    <Section title={t("settings.activity.title")}>
      {actions.length === 0 ? (
        <SectionText>{t("settings.activity.empty")}</SectionText>
      ) : (
        <ol className="flex flex-col gap-y-4 px-6 py-4">
          {shown.map((action) => (
            <Action key={action.id} action={action} />
          ))}
        </ol>
      )}
      {shown.length < actions.length && (
        <div className="px-6 py-4">
          <Button size="small" variant="secondary" className="w-full" onClick={() => setAll(true)}>
            {t("settings.activity.showAll", { count: actions.length })}
          </Button>
        </div>
      )}
    </Section>
  )
}

function Action({ action }: { action: ActionView }) {
  const { t } = useTexts()
  const { kind, at, by, note, outcome, changes } = action
  return (
    <li className="txt-compact-small text-ui-fg-subtle flex flex-col gap-y-1 break-words">
      <span className="text-ui-fg-base font-medium">{t(`payment.timeline.action.${kind}`)}</span>
      {note && <span className="text-pretty">{note}</span>}
      {kind === "settings_changed" && changes
        ? changes.map((change) => <Change key={change.field} change={change} />)
        : outcome && (
            <span className="text-pretty">
              <Outcome kind={kind} outcome={outcome} />
            </span>
          )}
      <span>
        {by.name ?? by.email ?? t("settings.activity.someone")} · <When at={at} relative />
      </span>
    </li>
  )
}

function Change({ change: { field, from, to } }: { change: NonNullable<ActionView["changes"]>[number] }) {
  const { t } = useTexts()
  const { labelOf } = useSettingWords()
  const unset = t(entryOf(field).default === undefined ? "settings.secret.notSet" : "settings.source.default")
  const shown = (value: string | null) =>
    value === null ? unset : <Code>{isSecretField(field) ? masked(value) : value}</Code>
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      <span>{labelOf(field)}:</span> {shown(from)} <span aria-hidden="true">→</span> {shown(to)}
    </span>
  )
}

/** `outcome` is a result code, a list of fields or a date, depending on `kind`. */
function Outcome({ kind, outcome }: { kind: ActionView["kind"]; outcome: string }) {
  const { t } = useTexts()
  const { labelOf } = useSettingWords()
  if (kind === "connection_tested") return t(`settings.test.codes.${outcome}`, { defaultValue: outcome })
  if (kind === "secret_rotated") return <DatedText name="settings.activity.rotated" at={outcome} />
  if (kind !== "settings_changed") return outcome
  return outcome.split(", ").map(labelOf).join(", ")
}
