import { cryptoPayments } from "../../../support/crypto-payments"
import { expectErrors, WHATEVER_MEETS } from "../../../support/expect-errors"
import { startLiveService } from "../../../support/live-service"
import { describeShop, type Shop } from "../../../support/medusa"
import { knexOf, patchConnection } from "../../../support/module-rows"
import { losableConnection } from "./losable-connection"
import { connect, NO_LIMIT } from "./store-acts"
import type { ModelShop } from "./story"
import { type ThrowingHook, throwingHook } from "./throwing-hook"

/** More notebooks than all stories order. */
const STOCK = 1_000_000

/** Medusa's plugin for credit has the one handler that Medusa allows for this hook. */
const UNUSED_HOOK: ThrowingHook = { arm: () => {}, disarm: () => {}, thrown: () => 0 }

/**
 * A `describe` with a shop for stories, whose keys are entered in the admin, so that it can go live. Each test calls
 * `open`, because the tables are reset before each test.
 */
export function describeModelShop(
  title: string,
  { orderPlacement, withCredit }: Pick<ModelShop, "orderPlacement" | "withCredit">,
  tests: (open: () => Promise<ModelShop>) => void,
): void {
  // The live account is on this machine, which the base URL of live keys may name only with this setting.
  const env = { CRYPTO_PAYMENTS_ALLOW_PRIVATE_ADDRESS: "true" }
  const sandbox = { perMinuteCap: 1_000_000 }
  const options = { orderPlacement, keysInAdmin: true, env, sandbox, withPlugins: withCredit }
  describeShop(title, options, (shop) => {
    expectErrors(WHATEVER_MEETS)
    let live: ModelShop["live"]
    beforeAll(async () => {
      live = await startLiveService(sandbox)
      const module = cryptoPayments(shop.container)
      const settingsOf = module.settingsOf.bind(module)
      module.settingsOf = async (id) => {
        const settings = await settingsOf(id)
        return settings && { ...settings, maxCallsPerMinute: NO_LIMIT }
      }
    })
    afterAll(() => live.close())
    tests(() => open(shop, { orderPlacement, withCredit, live }))
  })
}

async function open(shop: Shop, given: Pick<ModelShop, "orderPlacement" | "withCredit" | "live">): Promise<ModelShop> {
  shop.sandbox.stopDelivering()
  await connect(shop)
  await patchConnection(shop, { unpaid_order_minutes: 30 })
  await knexOf(shop.container)("inventory_level").update({
    stocked_quantity: STOCK,
    raw_stocked_quantity: { value: String(STOCK), precision: 20 },
  })
  const hook = given.withCredit ? UNUSED_HOOK : throwingHook()
  return Object.assign(shop, given, { hook, connection: losableConnection(shop.container) })
}
