import { Badge, Container, Copy, Heading, InlineTip } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { ConnectionView, SettingField } from "../../../api/admin/crypto-payments/contract"
import { useSettingWords, useTexts } from "../../lib/format"
import { ModeBadge, modeOf, ReadyBadge } from "../common/badges"
import { EncryptionTip } from "./encryption-tip"
import { drawerOf, isConfigured } from "./setting-groups"
import { SettingRow } from "./setting-section"
import { TestButton } from "./test-button"

/** The connection's name and mode, its missing settings, and its test. */
export function OverviewSection({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const { id, provider_id, display_name } = connection
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
        <Heading className="min-w-0 break-words">{display_name.value ?? id}</Heading>
        <div className="flex items-center gap-x-2">
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
      <TestButton id={id} />
    </Container>
  )
}

/** The settings that keep the connection from taking payments, each with a link to its drawer. */
function WhatIsMissing({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const { labelOf } = useSettingWords()
  const { missing, problems, encryption_ready } = connection
  if (encryption_ready && missing.length === 0 && problems.length === 0) return null
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      {missing.length > 0 && (
        <InlineTip variant="warning" label={t("settings.status.missingTitle")}>
          <ul className="inline">
            {missing.map((field, index) => (
              <li key={field} className="inline">
                {index > 0 && ", "}
                <DrawerLink field={field}>{labelOf(field)}</DrawerLink>
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
            {message}{" "}
            {!isConfigured(connection[field]) && (
              <DrawerLink field={field} label={`${t("settings.status.fix")}: ${label}`}>
                {t("settings.status.fix")}
              </DrawerLink>
            )}
          </InlineTip>
        )
      })}
      {!encryption_ready && <EncryptionTip />}
    </div>
  )
}

type DrawerLinkProps = { field: SettingField; label?: string; children: string }

/** Underlined, because the contrast of Medusa's blue for links is too low on a tip's grey (WCAG 1.4.3). */
const DrawerLink = ({ field, label, children }: DrawerLinkProps) => (
  <Link
    to={drawerOf(field)}
    aria-label={label}
    className="text-ui-fg-base hover:text-ui-fg-subtle focus-visible:shadow-borders-focus rounded font-medium underline underline-offset-2 outline-none transition-fg"
  >
    {children}
  </Link>
)
