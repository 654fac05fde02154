import { Bolt } from "@medusajs/icons"
import { Button, InlineTip, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ConnectionTest as Test, TestCode } from "../../../api/admin/crypto-payments/contract"
import { useTestConnection } from "../../hooks/connections"
import { useOneAtATime } from "../../hooks/use-one-at-a-time"
import { useMessage } from "../common/use-message"
import { When } from "../common/when"

const VARIANTS: Record<TestCode, "success" | "warning" | "error"> = {
  ok: "success",
  wrong_keys: "error",
  store_disabled: "error",
  unreachable: "error",
  private_address: "error",
  tls: "error",
  timeout: "warning",
  not_this_api: "error",
  throttled: "warning",
  outage: "warning",
  incomplete: "warning",
}

/** A button, and below it what the service said. */
export function ConnectionTest({ id }: { id: string }) {
  const { t } = useTranslation("cryptoPayments")
  const test = useTestConnection(id)
  const messageOf = useMessage()
  const oneAtATime = useOneAtATime()
  // Its failure is shown below the button.
  const ask = () => oneAtATime(() => test.mutateAsync(undefined).catch(() => undefined))
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex items-center justify-between gap-x-4">
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {t("settings.general.neverTested")}
        </Text>
        <Button size="small" variant="secondary" className="shrink-0" isLoading={test.isPending} onClick={ask}>
          <Bolt />
          {t("settings.actions.test")}
        </Button>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {test.isPending ? (
          <Text size="small" className="text-ui-fg-subtle">
            {t("settings.test.running")}
          </Text>
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

function Result({ result: { code, message, detail, checked_at, took_ms } }: { result: Test["result"] }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <InlineTip variant={VARIANTS[code]} label={t(`settings.test.codes.${code}`)}>
      {message}
      <span className="text-ui-fg-subtle mt-1 block">
        {detail && <span className="break-all">{t("settings.test.detail", { detail })} · </span>}
        <When at={checked_at} /> · {t("settings.test.took", { ms: took_ms })}
      </span>
    </InlineTip>
  )
}
