import { ASSET_FACTS, type Asset, type EvmChain } from "../core/assets/registry"
import type { Settings, Switches } from "./types"

export type SandboxStore = ReturnType<typeof createStore>

const walletName = (asset: Asset, chain: EvmChain | null): string => (chain ? `${asset} on ${chain}` : asset)

/** The names of an asset's wallets; a coin has one, a token one on each chain. */
export const walletsOf = (asset: Asset): { chain: EvmChain | null; name: string }[] => {
  const { chains } = ASSET_FACTS[asset]
  return (chains.length === 0 ? [null] : chains).map((chain) => ({ chain, name: walletName(asset, chain) }))
}

/** What a merchant or the real service's operator can switch on and off. */
export function createStore(perMinuteCap: number) {
  const switches: Switches = { storeEnabled: true, delivering: true, perMinuteCap }
  const unavailable = new Set<string>()
  return {
    switches,

    set: (changes: Partial<Switches>): void => void Object.assign(switches, changes),

    setWallet(asset: Asset, chain: EvmChain | null, available: boolean): void {
      for (const wallet of walletsOf(asset)) {
        if (chain !== null && wallet.chain !== null && wallet.chain !== chain) continue
        if (available) unavailable.delete(wallet.name)
        else unavailable.add(wallet.name)
      }
    },

    hasWallet: (asset: Asset, chain: EvmChain | undefined): boolean =>
      !unavailable.has(walletName(asset, ASSET_FACTS[asset].ownChain ? null : (chain ?? null))),

    settings: (): Settings => ({ ...switches, unavailable: [...unavailable].sort() }),
  }
}
