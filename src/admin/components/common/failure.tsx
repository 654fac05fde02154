import { ArrowPath, ExclamationCircle } from "@medusajs/icons"
import { Button, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { isSignedOut } from "../../lib/refusal"
import { useMessage } from "./use-message"

type FailureProps = { title: string; error: unknown; onRetry: () => void; isRetrying?: boolean }

/**
 * What stands where something could not be loaded: why, and a way to ask again. Whose session is over is left to
 * Medusa's own page for errors, which leads to the login and back.
 */
export function Failure({ title, error, onRetry, isRetrying = false }: FailureProps) {
  const { t } = useTranslation("cryptoPayments")
  const messageOf = useMessage()
  if (isSignedOut(error)) throw error
  return (
    <div role="alert" className="flex min-h-[250px] flex-col items-center justify-center gap-y-4 px-6 py-8 text-center">
      <ExclamationCircle className="text-ui-fg-subtle" />
      <div className="flex flex-col gap-y-1">
        <Text size="small" leading="compact" weight="plus">
          {title}
        </Text>
        <Text size="small" className="text-ui-fg-subtle max-w-[60ch]">
          {messageOf(error)}
        </Text>
      </div>
      <Button size="small" variant="secondary" onClick={onRetry} isLoading={isRetrying}>
        <ArrowPath />
        {t("payments.failure.retry")}
      </Button>
    </div>
  )
}
