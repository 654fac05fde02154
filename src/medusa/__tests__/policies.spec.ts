import { policiesFor } from "../../policies/crypto-payments"
import { policyOf } from "../policies"

const READ = { resource: "crypto_payment", operation: "read" }

describe("the policies of the plugin", () => {
  const namesOf = (...ids: string[]) => policiesFor(ids).map(({ name }) => name)

  it("are of the whole store and, with several connections, of each, with names that can be in a type", () => {
    const [store, both] = [namesOf("default"), namesOf("default", "eu-live")]
    expect(both).toHaveLength(3 * store.length)
    expect(both).toEqual(expect.arrayContaining([...store, "ReadCryptoPaymentOf_eu_live"]))
    expect(both.filter((name) => !/^\w+$/.test(name))).toEqual([])
    expect(new Set(both).size).toBe(both.length)
  })

  it("leave out those of connections that Medusa writes the same", () => {
    expect(namesOf("eu-live", "eu_live")).toEqual(namesOf("default"))
  })
})

describe("the policy for one connection", () => {
  it.each([
    ["live", "crypto_payment_of_live"],
    ["eu-live", "crypto_payment_of_eu_live"],
    ["Shop 2", "crypto_payment_of_shop_2"],
  ])("has the connection %j in its name, as Medusa writes names", (id, resource) => {
    expect(policyOf(READ, id, ["default", id])).toEqual({ resource, operation: "read" })
  })

  it.each([
    ["eu-live", "eu_live"],
    ["live", "Live"],
    ["live", "live-"],
  ])("does not exist if Medusa writes %j and %j the same", (one, other) => {
    for (const id of [one, other]) expect(policyOf(READ, id, [one, other])).toBeUndefined()
    expect(policyOf(READ, "test", [one, other, "test"])).toEqual({
      resource: "crypto_payment_of_test",
      operation: "read",
    })
  })
})
