import type { MedusaContainer } from "@medusajs/framework/types"
import { actorsOf } from "../admins"

it.each([
  ["user_gone", null],
  ["medusa-payment-crypto doctor", "medusa-payment-crypto doctor"],
])("the actor %s, who is no user, has the name %s", async (id, name) => {
  const container = { resolve: () => ({ graph: async () => ({ data: [] }) }) } as unknown as MedusaContainer
  expect((await actorsOf(container, [id]))(id)).toEqual({ id, email: null, name })
})
