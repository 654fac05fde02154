import { Bolt } from "@medusajs/icons"
import { Button, InlineTip } from "@medusajs/ui"
import type { ConnectionTest, TestCode } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { useTestConnection } from "../../lib/queries"
import { useOneAtATime } from "../../lib/use-one-at-a-time"
import { When } from "../common/when"

/** Shown as warnings: the result may change without a new setting, or a setting is still missing. */
const WARNINGS: readonly TestCode[] = ["timeout", "throttled", "outage", "incomplete"]

/** A button that asks the service if it accepts the keys, with the result below it. */
export function TestButton({ id }: { id: string }) {
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
