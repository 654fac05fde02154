import { useTranslation } from "react-i18next"

type Failed = { status?: number; message?: string } | null

/** What a failed call says to a person: the server's own words, which say what happened and what to do, where it spoke. */
export function useMessage(): (error: unknown) => string {
  const { t: medusa } = useTranslation()
  const { t } = useTranslation("cryptoPayments")
  return (error) => {
    const { status, message } = (error ?? {}) as NonNullable<Failed>
    if (status === undefined || !message) return t("payments.failure.unreachable")
    // Medusa refuses what a role may not do with one word.
    return status === 403 ? medusa("permissions.accessDenied.action") : message
  }
}
