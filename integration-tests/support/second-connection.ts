type Config = { modules: Record<string, { options?: { providers?: { id: string; options: object }[] } }> }

/**
 * The repo's medusa-config with a second connection, `live`, without keys, and with other assets and another order
 * placement than the first. For `jest.mock`.
 */
export function configWithLive(): object {
  const actual = jest.requireActual("../../medusa-config")
  const { providers } = (actual.default as Config).modules.payment?.options ?? {}
  const [first] = providers ?? []
  const options = { orderPlacement: "payment", assets: ["LTC", "USDC:base"], allowPrivateAddress: true }
  if (first) providers?.push({ ...first, id: "live", options })
  return actual
}
