import { Button, Text } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { ActionView, ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { Section } from "../common/section"
import { When } from "../common/when"
import { Outcome } from "./outcome"

/** As many as stand beside the rest of the page without outgrowing it. */
const SHOWN_AT_FIRST = 6

/** Who changed what here, newest first. */
export function ActivitySection({ connection: { actions } }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  const [all, setAll] = useState(false)
  const shown = all ? actions : actions.slice(0, SHOWN_AT_FIRST)
  return (
    <Section title={t("settings.activity.title")}>
      {actions.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("settings.activity.empty")}
        </Text>
      ) : (
        <ol className="flex flex-col gap-y-4 px-6 py-4">
          {shown.map((action) => (
            <Act key={action.id} action={action} />
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

function Act({ action }: { action: ActionView }) {
  const { t } = useTranslation("cryptoPayments")
  const { kind, at, by, note, outcome } = action
  return (
    <li className="txt-compact-small text-ui-fg-subtle flex flex-col gap-y-1">
      <span className="text-ui-fg-base font-medium">{t(`settings.activity.kinds.${kind}`)}</span>
      {note && <span className="text-pretty break-words">{note}</span>}
      {outcome && (
        <span className="text-pretty break-words">
          <Outcome kind={kind} outcome={outcome} />
        </span>
      )}
      <span className="break-words">
        {by.name ?? by.email ?? t("settings.activity.someone")} · <When at={at} relative />
      </span>
    </li>
  )
}
