import { Text } from "@medusajs/ui"
import type { AssetName, PaymentView } from "../../../api/admin/crypto-payments/contract"
import { ASSET_FACTS, type Asset, type EvmChain, networkName } from "../../../core/assets/registry"

/** An asset's sign on its usual color. An asset without an entry shows its first letter. */
const SIGNS: Record<string, { sign: string; color: string }> = {
  BTC: { sign: "₿", color: "#b45f06" },
  LTC: { sign: "Ł", color: "#345d9d" },
  DOGE: { sign: "Ð", color: "#8a6d1a" },
  DASH: { sign: "D", color: "#0b6bb5" },
  USDC: { sign: "$", color: "#2563a8" },
  USDT: { sign: "₮", color: "#1b7a5c" },
}

/** Only a picture: the asset's name stands beside it. */
export function AssetIcon({ asset }: { asset: string }) {
  const { sign, color } = SIGNS[asset] ?? { sign: asset.slice(0, 1), color: "#52525b" }
  return (
    <span
      aria-hidden="true"
      className="inline-flex h-5 w-5 shrink-0 select-none items-center justify-center rounded-full text-xs font-medium leading-none text-white"
      style={{ backgroundColor: color }}
    >
      {sign}
    </span>
  )
}

export const CryptoAmount = ({ payment }: { payment: PaymentView }) => (
  <div className="flex items-center gap-x-1.5">
    <AssetIcon asset={payment.asset} />
    <span>
      {payment.pay_amount.display} {payment.asset}
    </span>
    <Text as="span" size="xsmall" className="text-ui-fg-subtle">
      {networkName(payment.chain)}
    </Text>
  </div>
)

/** What a store takes as asset and network; without a network, on every network of the asset. */
export const partsOf = (name: AssetName): [asset: Asset, chain?: EvmChain] =>
  name.split(":") as [asset: Asset, chain?: EvmChain]

/** The networks of an asset, by the service's names. */
export function networksOf(asset: Asset): readonly string[] {
  const { chains, ownChain } = ASSET_FACTS[asset]
  return ownChain ? [ownChain] : chains
}
