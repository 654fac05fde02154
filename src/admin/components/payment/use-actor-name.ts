import { useTranslation } from "react-i18next"
import type { Actor } from "../../../api/admin/crypto-payments/contract"

/** Who did something, also where the user is gone since. */
export function useActorName(): (actor: Actor | null) => string {
  const { t } = useTranslation("cryptoPayments")
  return (actor) => actor?.name ?? actor?.email ?? t("payment.someone")
}
