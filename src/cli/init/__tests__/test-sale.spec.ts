import { createServer, type IncomingMessage } from "node:http"
import { startMedusa } from "../../medusa-command"
import { testSale } from "../test-sale"

jest.mock("../../medusa-command")

const MEXICO = { name: "Mexico", currency_code: "mxn", countries: [{ iso_2: "mx" }] }
const EUROPE = { name: "Europe", currency_code: "eur", countries: [{ iso_2: "de" }] }
const REGIONS: Record<string, unknown> = { reg_mx: MEXICO, reg_eu: EUROPE }
const VARIANT = { id: "v", manage_inventory: false, calculated_price: { calculated_amount: 5 } }
const ASSET = { provider_id: "pp_crypto_default", asset: "BTC", chain: null, available: true }
const SESSION = { provider_id: "pp_crypto_default", data: { payment_id: "cpay_1", token: "of-the-payment" } }

/** What a store that sells answers; the longer paths first. */
const ANSWERS: [path: string, answer: unknown][] = [
  ["/health", {}],
  ["/store/products", { products: [{ variants: [VARIANT] }] }],
  ["/store/shipping-options", { shipping_options: [{ id: "so_1" }] }],
  ["/store/crypto-payments/options", { options: [ASSET] }],
  ["/store/payment-collections/paycol_1/payment-sessions", { payment_collection: { payment_sessions: [SESSION] } }],
  ["/store/payment-collections", { payment_collection: { id: "paycol_1" } }],
  ["/store/carts/cart_1/complete", { type: "order", order: { id: "order_1" } }],
  ["/store/carts", { cart: { id: "cart_1" } }],
  ["/store/orders/order_1", { order: { payment_status: "captured", display_id: 7 } }],
]

const answerOf = (path: string): unknown => {
  const region = path.startsWith("/store/regions/") && REGIONS[path.split(/[/?]/)[3] as string]
  return region ? { region } : ANSWERS.find(([start]) => path.startsWith(start))?.[1]
}

/** A server in the place of the store, which refuses one path. */
function storeThatRefuses(refused: string | undefined, seen: string[], code?: string, status = 400): void {
  jest.mocked(startMedusa).mockImplementation((args) => {
    const server = createServer(({ url = "" }: IncomingMessage, res) => {
      seen.push(url)
      const refuses = refused !== undefined && url.startsWith(refused)
      res.statusCode = refuses ? status : 200
      res.end(JSON.stringify(refuses ? { code, message: "The store says no" } : answerOf(url)))
    }).listen(Number(args[2]))
    const ended = new Promise((resolve) => server.on("close", () => resolve(0)))
    const kill = () => {
      server.close()
      server.closeAllConnections()
    }
    return { child: { kill }, ended, said: () => "" } as never
  })
}

describe("the test order of init", () => {
  const saleIn = (regionIds: string[], wish: object = {}) => {
    const keysOf = () => [{ token: "pk_1", channelId: "sc_1" }]
    const place = { port: 4010, isOtherPort: false, running: undefined, storePort: 9000 }
    return testSale({ ...place, endpointSecret: "whsec_1", regionIds, keysOf, ...wish })
  }
  const sell = async (regionIds: string[], refused?: string, code?: string, status?: number) => {
    const seen: string[] = []
    storeThatRefuses(refused, seen, code, status)
    const sale = saleIn(regionIds)
    await sale.sell.do(new AbortController().signal)
    return { said: sale.result(), seen }
  }

  it.each([
    ["why it takes another port", { port: 4011, isOtherPort: true }, /^start .* at \S+:4011 \(port 4010 is taken\)$/],
    ["that it uses the sandbox that runs", { running: {} }, /^use the sandbox that runs at \S+:4010$/],
  ])("says in the plan %s", (_, wish, words) => expect(saleIn([], wish).begin.name).toMatch(words))

  it("is bought in the first region that can sell", async () => {
    const { said, seen } = await sell(["reg_mx", "reg_eu"])
    const page = "http://localhost:9000/crypto-payments/of-the-payment"
    expect(said).toBe(`Order #7 is paid and captured. Its payment page, once the store runs: ${page}`)
    expect(seen).toContain("/store/crypto-payments/options?region_id=reg_eu")
  })

  it.each<[why: string, regions: string[], refused: string | undefined, said: string]>([
    ["the sandbox has no rate for the currency", ["reg_mx"], undefined, "Mexico sells in MXN, for which the sandbox"],
    ["the store refuses the cart's delivery", ["reg_eu"], "/store/carts/cart_1/shipping-methods", "The store says no"],
    ["the store refuses the order", ["reg_eu"], "/store/carts/cart_1/complete", "The store says no"],
  ])("is left out, and the setup stays, if %s", async (_, regions, refused, words) => {
    const { said } = await sell(regions, refused)
    expect(said).toContain("The store is set up. No test order was bought: ")
    expect(said).toContain(words)
  })

  it("is left out if the store's own delivery fails, and fails if the completion of the cart does", async () => {
    const { said } = await sell(["reg_eu"], "/store/carts/cart_1/shipping-methods", undefined, 500)
    expect(said).toContain("No test order was bought: /store/carts/cart_1/shipping-methods answered 500")
    await expect(sell(["reg_eu"], "/store/carts/cart_1/complete", undefined, 500)).rejects.toThrow("answered 500")
  })

  it("does not wait for the sandbox to end if init was interrupted before", async () => {
    expect(await saleIn([]).stay(AbortSignal.abort())).toBeUndefined()
  })

  it("fails if the plugin refuses the payment", async () => {
    await expect(sell(["reg_eu"], "/store/payment-collections/paycol_1")).rejects.toThrow("The store says no")
    const completing = sell(["reg_eu"], "/store/carts/cart_1/complete", "amount_changed")
    await expect(completing).rejects.toThrow("The store says no")
  })
})
