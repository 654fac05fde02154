import { ASSET_FACTS, ASSETS, chainOf } from "../registry"

/** The rows of the table in docs/assets.md: one for each asset on each of its chains. */
export const assetTable = (): string[] =>
  ASSETS.flatMap((asset) => {
    const { name, decimals, chains, ownChain, uriScheme } = ASSET_FACTS[asset]
    return (ownChain ? [ownChain] : chains).map((chain) => {
      const { name: network, explorers: [explorer] = [""] } = chainOf(chain) ?? {}
      const cells = [`\`${asset}\``, name, `${network} (\`${chain}\`)`, decimals, `\`${uriScheme}:\``]
      return `| ${[...cells, `[${new URL(explorer).host}](${explorer})`].join(" | ")} |`
    })
  })
