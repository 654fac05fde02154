/** The repo's medusa-config with Medusa's plugin for gift cards and store credit. For `jest.mock`. */
export function configWithLoyalty(): object {
  const actual = jest.requireActual("../../medusa-config")
  const plugins = [...(actual.default.plugins ?? []), { resolve: "@medusajs/loyalty-plugin", options: {} }]
  return { ...actual, default: { ...actual.default, plugins } }
}
