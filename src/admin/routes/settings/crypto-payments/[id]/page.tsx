import { LayoutComposer } from "@medusajs/dashboard/components"
import { Bolt, CheckCircleSolid, CircleDottedLine } from "@medusajs/icons"
import { Badge, Button, Container, Copy, Heading, InlineTip, Text, toast, usePrompt } from "@medusajs/ui"
import { useState } from "react"
import { Link, type UIMatch, useParams } from "react-router-dom"
import type {
  ActionView,
  ConnectionTest,
  ConnectionView,
  SettingField,
  TestCode,
} from "../../../../../api/admin/crypto-payments/contract"
import { entryOf, isSecretField } from "../../../../../core/connection/setting-fields"
import { isAmong } from "../../../../../core/payment/status-word"
import { PageLoading, QuietText, Section, SectionText } from "../../../../components/common/section"
import {
  Code,
  ConnectionName,
  DatedText,
  ModeBadge,
  modeOf,
  QuietLink,
  ReadyBadge,
  When,
} from "../../../../components/common/values"
import { HealthSection } from "../../../../components/health/health-card"
import { paymentsOfConnection } from "../../../../components/payments/list-state"
import { EncryptionTip, isConfigured, masked, needsEncryption } from "../../../../components/settings/setting-form"
import { SettingRow, SettingSection, WebhookSection } from "../../../../components/settings/setting-section"
import { useSettingWords, useTexts } from "../../../../lib/format"
import { useConnection, useMay, useOneAtATime, useTestConnection, useUpdateConnection } from "../../../../lib/queries"

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

function OverviewSection({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const { id, provider_id, display_name } = connection
  const mayChange = useMay()("crypto_connection:update")
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
        <Heading className="min-w-0 break-words">{display_name.value ?? id}</Heading>
        <div className="flex flex-wrap items-center gap-2">
          <ReadyBadge connection={connection} />
          <ModeBadge connection={connection} />
        </div>
      </div>
      <WhatIsMissing connection={connection} />
      <SettingRow title={t("payments.fields.mode")}>
        <span className="text-ui-fg-base text-pretty">{t(`settings.mode.${modeOf(connection)}Hint`)}</span>
      </SettingRow>
      <SettingRow title={t("settings.general.provider")}>
        <Copy content={provider_id} asChild aria-label={t("settings.actions.copyProvider", { id: provider_id })}>
          <Badge size="2xsmall" className="max-w-full cursor-pointer" asChild>
            <button type="button">{provider_id}</button>
          </Badge>
        </Copy>
      </SettingRow>
      {mayChange && <TestButton id={id} />}
    </Container>
  )
}

/** The settings that keep the connection from taking payments, each with a link to its drawer. */
function WhatIsMissing({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const { labelOf } = useSettingWords()
  const { missing, problems } = connection
  const lacksKey = needsEncryption(connection, ["secret_key", "endpoint_secret"])
  if (!lacksKey && missing.length === 0 && problems.length === 0) return null
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      {missing.length > 0 && (
        <InlineTip variant="warning" label={t("settings.status.missingTitle")}>
          <ul className="inline">
            {missing.map((field, index) => (
              <li key={field} className="inline">
                {index > 0 && ", "}
                <TipLink to={drawerOf(field)}>{labelOf(field)}</TipLink>
              </li>
            ))}
          </ul>
          {". "}
          {t("settings.status.missingHint")}
        </InlineTip>
      )}
      {problems.map(({ field, code, message }) => {
        const label = labelOf(field)
        return (
          <InlineTip key={`${field} ${code}`} variant="error" label={label}>
            {message} {!isConfigured(connection[field]) && <FixLink to={drawerOf(field)} problem={label} />}
          </InlineTip>
        )
      })}
      {lacksKey && <EncryptionTip />}
    </div>
  )
}

/** Underlined, because the contrast of Medusa's blue for links is too low on a tip's grey (WCAG 1.4.3). */
function TipLink({ to, label, children }: { to: string; label?: string; children: string }) {
  const mayChange = useMay()("crypto_connection:update")
  if (!mayChange) return children
  return (
    <Link
      to={to}
      aria-label={label}
      className="text-ui-fg-base hover:text-ui-fg-subtle focus-visible:shadow-borders-focus rounded font-medium underline underline-offset-2 outline-none transition-fg"
    >
      {children}
    </Link>
  )
}

/** Nothing for a role that may not change the connection. */
function FixLink({ to, problem }: { to: string; problem: string }) {
  const { t } = useTexts()
  const mayChange = useMay()("crypto_connection:update")
  if (!mayChange) return null
  return (
    <TipLink to={to} label={`${t("settings.status.fix")}: ${problem}`}>
      {t("settings.status.fix")}
    </TipLink>
  )
}

/** Shown as warnings: the result may change without a new setting, or a setting is still missing. */
const WARNINGS: readonly TestCode[] = ["timeout", "throttled", "outage", "incomplete"]

function TestButton({ id }: { id: string }) {
  const { t, messageOf } = useTexts()
  const test = useTestConnection(id)
  const oneAtATime = useOneAtATime()
  // The error is shown below the button.
  const run = () => oneAtATime(() => test.mutateAsync().catch(() => undefined))
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex items-center justify-between gap-x-4">
        <QuietText className="text-pretty">{t("settings.general.neverTested")}</QuietText>
        <Button size="small" variant="secondary" className="shrink-0" isLoading={test.isPending} onClick={run}>
          <Bolt />
          {t("settings.actions.test")}
        </Button>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {test.isPending ? (
          <QuietText>{t("settings.test.running")}</QuietText>
        ) : test.isError ? (
          <InlineTip variant="error" label={t("settings.test.failed")}>
            {messageOf(test.error)}
          </InlineTip>
        ) : (
          test.data && <Result result={test.data.result} />
        )}
      </div>
    </div>
  )
}

function Result({ result: { code, message, detail, checked_at, took_ms } }: { result: ConnectionTest["result"] }) {
  const { t } = useTexts()
  const variant = code === "ok" ? "success" : WARNINGS.includes(code) ? "warning" : "error"
  return (
    <InlineTip variant={variant} label={t(`settings.test.codes.${code}`)}>
      {t(`settings.test.sentences.${code}`, { defaultValue: message })}
      <span className="text-ui-fg-subtle mt-1 block">
        {detail && <span className="break-all">{t("settings.test.detail", { detail })} · </span>}
        <When at={checked_at} /> · {t("settings.test.took", { ms: took_ms })}
      </span>
    </InlineTip>
  )
}

type Item = ConnectionView["checklist"][number]

function ReadySection({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  return (
    <Section title={t("settings.ready.title")} subtitle={t("settings.ready.subtitle")}>
      <ul aria-label={t("settings.ready.title")} className="divide-y">
        {connection.checklist.map((item) => (
          <Step key={item.step} item={item} connection={connection} />
        ))}
      </ul>
    </Section>
  )
}

function Step({ item: { step, done, code, words, proven }, connection }: { item: Item; connection: ConnectionView }) {
  const { t } = useTexts()
  const mayChange = useMay()("crypto_connection:update")
  const title = t(`settings.ready.steps.${step}`)
  const fix = placeOf(code, connection)
  const Icon = done ? CheckCircleSolid : CircleDottedLine
  return (
    <li className="flex items-start gap-x-3 px-6 py-3">
      <span className="shrink-0 pt-0.5">
        <Icon aria-hidden="true" className={done ? "text-ui-tag-green-icon" : "text-ui-tag-orange-icon"} />
        <span className="sr-only">{t(`settings.ready.${done ? "done" : "open"}`)}</span>
      </span>
      <div className="flex min-w-0 flex-col gap-y-0.5">
        <Text size="small" weight="plus">
          {title}
        </Text>
        {code !== null && (
          <QuietText className="text-pretty">
            {t(textOf(code), { provider: connection.provider_id, words: words?.join(", "), defaultValue: code })}{" "}
            {fix && <FixLink to={fix} problem={title} />}
          </QuietText>
        )}
        {code === "unknown_status" &&
          words?.map((word) =>
            mayChange && mayMeanPaid(word) ? (
              <AcceptWord key={word} word={word} isProven={word === proven} connection={connection} />
            ) : (
              <Code key={word}>{word}</Code>
            ),
          )}
      </div>
    </li>
  )
}

/** By default such a word means that nobody paid, so no button makes it mean paid. */
const mayMeanPaid = (word: string): boolean => !isAmong(word, [entryOf("unpaid_statuses").default as string[]].flat())

type Acceptable = { word: string; isProven: boolean; connection: ConnectionView }

/**
 * Adds a status word to the cleared ones, or says what to write into medusa-config if they are set there. A word that no
 * event proved may mean too little, so its payments come first.
 */
function AcceptWord({ word, isProven, connection }: Acceptable) {
  const { t, messageOf } = useTexts()
  const prompt = usePrompt()
  const update = useUpdateConnection(connection.id)
  const oneAtATime = useOneAtATime()
  const { cleared_statuses } = connection
  const words = [...(cleared_statuses.value ?? []), word]
  if (isConfigured(cleared_statuses)) {
    const values = { option: cleared_statuses.option, value: JSON.stringify(words) }
    return <QuietText className="text-pretty">{t("settings.ready.acceptConfigured", values)}</QuietText>
  }
  const accept = async () => {
    const confirmed = await prompt({
      variant: "confirmation",
      title: t("settings.ready.acceptTitle", { word }),
      description: t("settings.ready.acceptText"),
      confirmText: t("settings.ready.accept", { word }),
      cancelText: t("form.cancel"),
    })
    if (!confirmed) return
    try {
      await update.mutateAsync({ cleared_statuses: words })
      toast.success(t("settings.ready.accepted", { word }))
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      {!isProven && (
        <QuietLink to={paymentsOfConnection(connection.id)} className="txt-compact-small">
          {t("health.links.payments")}
        </QuietLink>
      )}
      <Button
        size="small"
        variant={isProven ? "secondary" : "transparent"}
        isLoading={update.isPending}
        onClick={() => oneAtATime(accept)}
      >
        {t("settings.ready.accept", { word })}
      </Button>
    </span>
  )
}

/** The key of the text that says why a step is open and what to do. Other parts of the page use some of these too. */
function textOf(code: string): string {
  if (code === "never_canceled") return "settings.checkout.unpaidOff"
  const ofService = code === "keys_refused" || code === "store_disabled"
  return ofService ? `settings.health.statusHint.${code}` : `settings.ready.codes.${code}`
}

/** The step's page or drawer, if any: none for a secret, unpaid-order time or promotion that medusa-config sets. */
function placeOf(
  code: Item["code"],
  { endpoint_secret, unpaid_order_minutes, promotion_code }: ConnectionView,
): string | undefined {
  if (code === "no_region") return "/settings/regions"
  if (code === "never_canceled" && !isConfigured(unpaid_order_minutes)) return drawerOf("unpaid_order_minutes")
  if (code === "unknown_status" || code === "status_not_cleared") return drawerOf("unpaid_statuses")
  if (code === "no_contact") return drawerOf("support_link")
  if (code?.startsWith("promotion_") && !isConfigured(promotion_code)) return drawerOf("promotion_code")
  const ofSecret = code === "signature_mismatch" || code === "endpoint_secret_missing" || code === "no_secret"
  return ofSecret && !isConfigured(endpoint_secret) ? drawerOf("endpoint_secret") : undefined
}

/** The path of the drawer in which an admin enters the setting, below the connection's page. */
const drawerOf = (field: SettingField): string => entryOf(field).group ?? "endpoint-secret"
