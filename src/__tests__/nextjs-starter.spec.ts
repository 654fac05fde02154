import { readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"

const DIFF = readFileSync(join(__dirname, "../../docs/nextjs-starter.diff"), "utf8")

/** The JavaScript of a file that the diff adds. */
function addedFile(path: string): string {
  const [, rest = ""] = DIFF.split(`+++ b/apps/storefront/src/${path}\n`)
  const [file = ""] = rest.split("\ndiff --git ")
  const source = file.replace(/^@@.*\n/, "").replace(/^\+/gm, "")
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.ReactJSX }
  return ts.transpileModule(source, { compilerOptions, fileName: path }).outputText
}

type Element = { props: { onClick?: () => Promise<void>; children?: Element[] } }

function run(path: string, modules: Record<string, object>) {
  const exports: Record<string, (props: object) => unknown> = {}
  new Function("require", "exports", addedFile(path))((name: string) => modules[name] ?? {}, exports)
  return exports
}

/** Presses the button. `set` has what it stored in its states: busy, the error's message, the token. */
function press(placeOrder: () => Promise<unknown>) {
  const set: unknown[] = []
  const jsx = (type: unknown, props: object) => ({ type, props })
  const { default: Button } = run("modules/checkout/components/crypto-payment-button/index.tsx", {
    react: { useState: (first: unknown) => [first, (value: unknown) => set.push(value)] },
    "react/jsx-runtime": { jsx, jsxs: jsx },
    "@lib/data/cart": { placeOrder },
    "@lib/util/crypto-token": { cryptoToken: () => "the-token" },
    "next/navigation": {
      unstable_rethrow: (error: { digest?: string }) => {
        if (error.digest?.startsWith("NEXT_REDIRECT")) throw error
      },
    },
  })
  const { props } = (Button as (props: object) => Element)({ cart: {}, notReady: false, "data-testid": "button" })
  return { set, pressed: props.children?.[0]?.props.onClick?.() }
}

const redirect = Object.assign(new Error("NEXT_REDIRECT"), { digest: "NEXT_REDIRECT;push;/order/1;303;" })
it.each<[string, () => Promise<unknown>, unknown[], error?: Error]>([
  ["stays busy if Next leads to the order's page", async () => undefined, [true, null]],
  ["stays busy if Next does so by an error", () => Promise.reject(redirect), [true, null], redirect],
  ["shows why it was not placed", () => Promise.reject(new Error("No stock.")), [true, null, "No stock.", false]],
  ["shows the payment that comes first", async () => ({ payment_collection: {} }), [true, null, "the-token", false]],
])("the button of Medusa's starter %s", async (_, placeOrder, stored, error: Error | undefined = undefined) => {
  const { set, pressed } = press(placeOrder)
  expect(await pressed?.catch((thrown) => thrown)).toBe(error)
  expect(set).toEqual(stored)
})

it("the token that the diff takes from an order is of the session to pay next, or else of the paid one", () => {
  const isCrypto = (id: string) => id.startsWith("pp_crypto_")
  const { cryptoToken } = run("lib/util/crypto-token.ts", { "@lib/constants": { isCrypto } })
  const session = (status: string) => ({ provider_id: "pp_crypto_default", status, data: { token: status } })
  const tokenOf = (...statuses: string[]) =>
    cryptoToken?.(statuses.map((status) => ({ payment_sessions: [session(status)] })))
  const tokens = [tokenOf("authorized", "pending"), tokenOf("authorized"), tokenOf()]
  expect(tokens).toEqual(["pending", "authorized", undefined])
})

it.each([
  [{ percentage: "5", amount: null }, "5 %"],
  [{ percentage: null, amount: { display: "2.00", currency: "USD" } }, "2.00 USD"],
])("the starter says before an asset is chosen that paying in crypto saves %j", (discount, saved) => {
  const jsx = (_type: unknown, props: object) => props
  const { default: CryptoAsset } = run("modules/checkout/components/crypto-asset/index.tsx", {
    react: {
      useState: (first: unknown) => [Array.isArray(first) ? [{ discount }] : first],
      useEffect: () => undefined,
    },
    "react/jsx-runtime": { jsx, jsxs: jsx },
  })
  const { children } = (CryptoAsset as unknown as (props: object) => { children: [{ children: string[] }] })({})
  expect(children[0].children.join("")).toBe(`${saved} off when you pay with crypto`)
})
