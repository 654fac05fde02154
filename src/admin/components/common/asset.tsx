import { Text } from "@medusajs/ui"
import type { AssetName, PaymentView } from "../../../api/admin/crypto-payments/contract"
import { markOf } from "../../../core/assets/marks"
import { ASSET_FACTS, type Asset, type EvmChain, networkName } from "../../../core/assets/registry"
import { cryptoText } from "../../lib/format"

/** Screen readers skip it, because the asset's name is next to it. */
export function AssetIcon({ asset }: { asset: string }) {
  const mark = markOf(asset)
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="h-5 w-5 shrink-0">
      <circle cx="12" cy="12" r="12" fill={mark.color} />
      {"path" in mark ? (
        <path d={mark.path} fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      ) : (
        <text x="12" y="16" textAnchor="middle" fontSize="12" fill="#fff">
          {mark.letter}
        </text>
      )}
    </svg>
  )
}

export const CryptoAmount = ({ payment }: { payment: PaymentView }) => (
  <div className="flex items-center gap-x-1.5">
    <AssetIcon asset={payment.asset} />
    <span>{cryptoText(payment.pay_amount)}</span>
    <Text as="span" size="xsmall" className="text-ui-fg-subtle">
      {networkName(payment.chain)}
    </Text>
  </div>
)

/** Asset and network of a name such as "USDC:base". Without a network it means every network of the asset. */
export const partsOf = (name: AssetName): [asset: Asset, chain?: EvmChain] =>
  name.split(":") as [asset: Asset, chain?: EvmChain]

/** The networks of an asset, by the service's names. */
export function networksOf(asset: Asset): readonly string[] {
  const { chains, ownChain } = ASSET_FACTS[asset]
  return ownChain ? [ownChain] : chains
}
