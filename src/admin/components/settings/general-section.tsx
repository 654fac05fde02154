import { Badge, Container, Copy, Heading } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { ConnectionTest } from "./connection-test"
import { ModeBadge, modeOf } from "./mode-badge"
import { ReadyBadge } from "./ready-badge"
import { SettingRow } from "./setting-row"
import { WhatIsMissing } from "./what-is-missing"

export function GeneralSection({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
        <Heading className="min-w-0 break-words">{connection.id}</Heading>
        <div className="flex items-center gap-x-2">
          <ReadyBadge connection={connection} />
          <ModeBadge connection={connection} size="base" />
        </div>
      </div>
      <WhatIsMissing connection={connection} />
      <SettingRow title={t("settings.general.mode")}>
        <span className="text-ui-fg-base text-pretty">{t(`settings.mode.${modeOf(connection)}Hint`)}</span>
      </SettingRow>
      <SettingRow title={t("settings.general.provider")}>
        <Copy
          content={connection.provider_id}
          asChild
          aria-label={t("settings.actions.copyProvider", { id: connection.provider_id })}
        >
          <Badge size="2xsmall" className="max-w-full cursor-pointer" asChild>
            <button type="button">{connection.provider_id}</button>
          </Badge>
        </Copy>
      </SettingRow>
      <ConnectionTest id={connection.id} />
    </Container>
  )
}
