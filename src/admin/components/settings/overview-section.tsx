import { Bolt } from "@medusajs/icons"
import { Badge, Button, Container, Copy, Heading, InlineTip } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { ConnectionTest, ConnectionView, TestCode } from "../../../api/admin/crypto-payments/contract"
import { useSettingWords, useTexts } from "../../lib/format"
import { useOneAtATime } from "../../lib/hooks"
import { useMay, useTestConnection } from "../../lib/queries"
import { ModeBadge, modeOf, ReadyBadge } from "../common/badges"
import { QuietText } from "../common/section"
import { When } from "../common/values"
import { drawerOf, EncryptionTip, isConfigured, needsEncryption } from "./setting-form"
import { SettingRow } from "./setting-section"

/** The connection's name and mode, its missing settings, and its test. */
export function OverviewSection({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const { id, provider_id, display_name } = connection
  const mayChange = useMay()("crypto_connection:update")
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
        <Heading className="min-w-0 break-words">{display_name.value ?? id}</Heading>
        <div className="flex flex-wrap items-center gap-2">
          <ReadyBadge connection={connection} />
          <ModeBadge connection={connection} size="base" />
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
export function FixLink({ to, problem }: { to: string; problem: string }) {
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

/** A button that asks the service if it accepts the keys, with the result below it. */
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
