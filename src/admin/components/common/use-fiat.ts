import { useTranslation } from "react-i18next"
import type { FiatView } from "../../../api/admin/crypto-payments/contract"
import { formatFiat } from "./format-fiat"

export function useFiat(): (amount: FiatView) => string {
  const { i18n } = useTranslation()
  return (amount) => formatFiat(amount, i18n.language)
}
