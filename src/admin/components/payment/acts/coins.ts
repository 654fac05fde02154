import { useTranslation } from "react-i18next"
import type { ConnectionView, PaymentView } from "../../../../api/admin/crypto-payments/contract"
import { useNetworkName } from "../../common/use-network-name"

type Asset = ConnectionView["known_assets"][number]

/** A record, so that the compiler names an asset that is missing here. */
const NETWORKS: Record<Asset, string[]> = {
  BTC: ["bitcoin"],
  LTC: ["litecoin"],
  DOGE: ["dogecoin"],
  DASH: ["dash"],
  USDC: ["base", "polygon"],
  USDT: ["base", "polygon"],
}

/** What money can be sent back in: what was paid in first, as the service named it. Each is "<asset> <network>". */
export function coinsFor(payment: PaymentView): string[] {
  const known = Object.entries(NETWORKS).flatMap(([asset, chains]) => chains.map((chain) => `${asset} ${chain}`))
  return [...new Set([`${payment.asset} ${payment.chain}`, ...known])]
}

export function useCoinName(): (coin: string) => string {
  const { t } = useTranslation("cryptoPayments")
  const networkName = useNetworkName()
  return (coin) => {
    const [asset = "", chain = ""] = coin.split(" ")
    return t("payment.onNetwork", { asset, network: networkName(chain) })
  }
}
