import { ASSET_FACTS, type Asset, type EvmChain } from "../core/assets/registry"
import type { Settings } from "./types"

export type Store = ReturnType<typeof createStore>

const walletName = (asset: Asset, chain: EvmChain | null): string => (chain ? `${asset} on ${chain}` : asset)

/** What a merchant or an operator of the real service could switch on and off. */
export function createStore(perMinuteCap: number) {
  const unavailable = new Set<string>()
  const store = {
    enabled: true,
    delivering: true,
    perMinuteCap,

    /** A null chain means every chain of the asset. */
    setWallet(asset: Asset, chain: EvmChain | null, available: boolean): void {
      const { chains } = ASSET_FACTS[asset]
      const meant = chains.length === 0 ? [null] : chain === null ? chains : [chain]
      for (const name of meant.map((one) => walletName(asset, one))) {
        if (available) unavailable.delete(name)
        else unavailable.add(name)
      }
    },

    hasWallet: (asset: Asset, chain: EvmChain | undefined): boolean =>
      !unavailable.has(walletName(asset, ASSET_FACTS[asset].chains.length === 0 ? null : (chain ?? null))),

    settings: (): Settings => ({
      storeEnabled: store.enabled,
      delivering: store.delivering,
      perMinuteCap: store.perMinuteCap,
      unavailable: [...unavailable].sort(),
    }),
  }
  return store
}
