import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { type Command, run } from "../support/medusa-process"
import { fact } from "../support/screen"
import { npm } from "./npm"

const PAYMENT = `"use client"
import { CryptoPayment, createCryptoPaymentClient } from "medusa-payment-crypto/storefront"
import "medusa-payment-crypto/storefront/style.css"

const client = createCryptoPaymentClient({ baseUrl: "https://store.example.com", publishableKey: "pk_a_shop" })

export const Payment = ({ token }: { token: string }) => <CryptoPayment client={client} token={token} />
`

type Kind = {
  dependencies: Record<string, string>
  files: Record<string, string>
  build: string[]
  /** The folder of the build's result. */
  made: string
}

const VITE: Kind = {
  dependencies: { vite: "^7.0.0" },
  files: {
    "index.html": '<!doctype html><div id="root"></div><script type="module" src="/main.tsx"></script>',
    "main.tsx": `import { createRoot } from "react-dom/client"
import { Payment } from "./payment"
createRoot(document.getElementById("root")!).render(<Payment token="a-token" />)
`,
    "tsconfig.json": '{ "compilerOptions": { "jsx": "react-jsx", "moduleResolution": "bundler", "module": "ESNext" } }',
  },
  build: ["vite", "build"],
  made: "dist",
}

/** The page is a server component and is rendered at build time. */
const NEXT: Omit<Kind, "dependencies"> = {
  files: {
    "app/layout.tsx": `import type { ReactNode } from "react"
export default ({ children }: { children: ReactNode }) => <html lang="en"><body>{children}</body></html>
`,
    "app/page.tsx": `import { Payment } from "../payment"
export default () => <Payment token="a-token" />
`,
  },
  build: ["next", "build"],
  made: ".next",
}

const reacts = (major: number) =>
  Object.fromEntries(["react", "react-dom", "@types/react", "@types/react-dom"].map((name) => [name, `^${major}.0.0`]))

const SHOPS: Record<string, Kind> = {
  "vite-18": { ...VITE, dependencies: { ...VITE.dependencies, ...reacts(18) } },
  "vite-19": { ...VITE, dependencies: { ...VITE.dependencies, ...reacts(19) } },
  "next-18": { ...NEXT, dependencies: { next: "^14.2.0", ...reacts(18) } },
  "next-19": { ...NEXT, dependencies: { next: "^16.0.0", ...reacts(19) } },
}

/** Typical new storefronts with the packed plugin: installs each, checks its types, and builds it. */
export async function buildStorefronts(folder: string, packed: string, { signal }: Pick<Command, "signal">) {
  for (const [name, kind] of Object.entries(SHOPS)) {
    const home = join(folder, name)
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(home, file)), { recursive: true })
      writeFileSync(join(home, file), text)
    }
    const tools = { typescript: "^5.9.0", "@types/node": "^20.19.0" }
    const dependencies = { ...kind.dependencies, ...tools, "medusa-payment-crypto": `file:../../${basename(packed)}` }
    for (const [file, text] of Object.entries(kind.files)) write(file, text)
    write("package.json", JSON.stringify({ name: `a-shop-with-${name}`, private: true, dependencies }))
    write("payment.tsx", PAYMENT)
    const command = { cwd: home, env: { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" }, signal }
    await run(npm, ["install", "--include=dev", "--prefer-offline", "--no-audit", "--no-fund"], command)
    await run(npm, ["exec", "--no", "--", ...kind.build], command)
    const texts = textsIn(join(home, kind.made))
    const wanted = ["Thank you", "crypto-payment__qr", ...(name.startsWith("next") ? ['class="crypto-payment"'] : [])]
    const lacking = wanted.filter((word) => !texts.some((text) => text.includes(word)))
    if (lacking.length > 0) throw new Error(`what ${name} built has no ${lacking.join(", ")}`)
    const [tool = ""] = kind.build
    fact("storefront", `${tool} ${versionOf(home, tool)}, React ${versionOf(home, "react")}`)
  }
}

const versionOf = (home: string, name: string): string =>
  JSON.parse(readFileSync(join(home, "node_modules", name, "package.json"), "utf8")).version

const textsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(js|css|html)$/.test(path))
    .map((path) => readFileSync(join(folder, path), "utf8"))
