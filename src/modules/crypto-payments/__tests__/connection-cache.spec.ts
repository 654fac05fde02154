import { ConnectionCache } from "../connections/connection-cache"

const SHOP = "https://shop.example.com"
const CHECKOUT = "https://checkout.example.com"

/** The connections in medusa-config, by their ids, with the origins that may frame their pages. */
function cacheOf(connections: Record<string, string | undefined>): ConnectionCache {
  const providers = Object.entries(connections).map(([id, frameOrigins]) => ({
    ...{ resolve: "./src/providers/crypto", id, options: { frameOrigins } },
  }))
  return new ConnectionCache({ modules: { payment: { options: { providers } } } }, {} as never, {} as never)
}

describe("the sites that may frame a page", () => {
  it("are those of its connection, and none if the connection is not registered", () => {
    const cache = cacheOf({ default: SHOP, second: undefined })
    expect(["default", "second", "gone"].map((id) => cache.frameOrigins(id))).toEqual([[SHOP], [], []])
  })

  it.each<[string, Parameters<typeof cacheOf>[0], string[]]>([
    ["are those of the only connection", { default: `${SHOP},${CHECKOUT}` }, [SHOP, CHECKOUT]],
    ["are those that every connection allows", { default: `${SHOP},${CHECKOUT}`, second: CHECKOUT }, [CHECKOUT]],
    ["are none if one connection allows none", { default: SHOP, second: undefined }, []],
    ["are none if no connection is registered", {}, []],
  ])("%s, if its connection is unknown", (_, connections, origins) => {
    expect(cacheOf(connections).frameOrigins()).toEqual(origins)
  })
})
