type Config = { modules: Record<string, { options?: { providers?: { id: string; options: object }[] } }> }

/**
 * The repo's medusa-config with a second connection, `live`, without keys, and with other assets and another order
 * placement than the first, and a third one, `without-keys`, with only its address. For `jest.mock`.
 */
export function configWithLive(): object {
  const actual = jest.requireActual("../../medusa-config")
  const { providers } = (actual.default as Config).modules.payment?.options ?? {}
  const [first] = providers ?? []
  const options = { orderPlacement: "payment", assets: ["LTC", "USDC:base"], allowPrivateAddress: true }
  const addressed = { baseUrl: "https://pay.example.com" }
  if (first) providers?.push({ ...first, id: "live", options }, { ...first, id: "without-keys", options: addressed })
  return actual
}

/** The repo's medusa-config with Medusa's plugin for gift cards and store credit. For `jest.mock`. */
export function configWithLoyalty(): object {
  const actual = jest.requireActual("../../medusa-config")
  const plugins = [...(actual.default.plugins ?? []), { resolve: "@medusajs/loyalty-plugin", options: {} }]
  return { ...actual, default: { ...actual.default, plugins } }
}
