import { Container } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Failure } from "../common/failure"

type Props = { query: { error: unknown; refetch: () => unknown; isFetching: boolean } }

/** Stands in the place of settings that could not be loaded. */
export function PageFailure({ query: { error, refetch, isFetching } }: Props) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <Container className="p-0">
      <Failure title={t("settings.failed")} error={error} onRetry={() => refetch()} isRetrying={isFetching} />
    </Container>
  )
}
