import { ASSET_FACTS, type Asset } from "../../core/assets/registry"

/** The networks of an asset, by the service's names. */
export function networksOf(asset: Asset): readonly string[] {
  const { chains, ownChain } = ASSET_FACTS[asset]
  return ownChain ? [ownChain] : chains
}
