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

describe("the button that the diff adds to Medusa's starter", () => {
  const redirect = Object.assign(new Error("NEXT_REDIRECT"), { digest: "NEXT_REDIRECT;push;/order/1;303;" })

  it("lets Next lead to the order's page: it stays busy and shows no error", async () => {
    const { set, pressed } = press(() => Promise.reject(redirect))
    await expect(pressed).rejects.toBe(redirect)
    expect(set).toEqual([true, null])
  })

  it("stays busy if Next leads to the order's page without throwing", async () => {
    const { set, pressed } = press(async () => undefined)
    await pressed
    expect(set).toEqual([true, null])
  })

  it("shows why the order was not placed, and can be pressed again", async () => {
    const { set, pressed } = press(() => Promise.reject(new Error("The stock is gone.")))
    await pressed
    expect(set).toEqual([true, null, "The stock is gone.", false])
  })

  it("shows the payment if the cart must be paid first", async () => {
    const { set, pressed } = press(async () => ({ payment_collection: {} }))
    await pressed
    expect(set).toEqual([true, null, "the-token", false])
  })
})

describe("the token that the diff takes from an order", () => {
  const session = (status: string, token: string) => ({ provider_id: "pp_crypto_default", status, data: { token } })
  const tokenOf = (...statuses: string[]) => {
    const isCrypto = (id: string) => id.startsWith("pp_crypto_")
    const { cryptoToken } = run("lib/util/crypto-token.ts", { "@lib/constants": { isCrypto } })
    return cryptoToken?.(statuses.map((status) => ({ payment_sessions: [session(status, status)] })))
  }

  it("is that of the session to pay next, or else of the paid one", () => {
    expect(tokenOf("authorized", "pending")).toBe("pending")
    expect(tokenOf("authorized")).toBe("authorized")
    expect(tokenOf()).toBeUndefined()
  })
})
