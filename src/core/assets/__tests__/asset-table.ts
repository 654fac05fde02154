import { ASSET_FACTS, ASSETS, chainDetails, networkName } from "../registry"

/** The rows of the table in docs/assets.md: one for each asset on each of its chains. */
export const assetTable = (): string[] =>
  ASSETS.flatMap((asset) => {
    const { name, decimals, chains, ownChain, uriScheme } = ASSET_FACTS[asset]
    return (ownChain ? [ownChain] : chains).map((chain) => {
      const explorer = chainDetails(chain)?.explorer.main ?? ""
      const cells = [`\`${asset}\``, name, `${networkName(chain)} (\`${chain}\`)`, decimals, `\`${uriScheme}:\``]
      return `| ${[...cells, `[${new URL(explorer).host}](${explorer})`].join(" | ")} |`
    })
  })
