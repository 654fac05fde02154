import { useTranslation } from "react-i18next"

/** The name of a network in words; one that is not known keeps the name the service gave it. */
export function useNetworkName(): (chain: string) => string {
  const { t } = useTranslation("cryptoPayments")
  return (chain) => t(`payments.networks.${chain}`, { defaultValue: chain })
}
