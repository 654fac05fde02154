import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** The dependencies of Medusa's own starter. */
const DEPENDENCIES = ["medusa", "framework", "cli", "admin-sdk", "dashboard"].map((name) => `@medusajs/${name}`)
const ADMIN_SDK = "@medusajs/admin-sdk"
const DEV_DEPENDENCIES = ["@swc/core", "@types/node", "@types/react", "react", "react-dom", "ts-node", "typescript"]
/** Packages that stores use in their own code. The plugin needs other versions and must get them. */
const OTHER_VERSIONS = { zod: "3.25.76", "react-hook-form": "7.49.1", "@hookform/resolvers": "3.4.2" }
const SEED_FILES = ["seed-script.ts", "seed.ts", "constants.ts"]

const TSCONFIG = {
  compilerOptions: {
    target: "ES2022",
    module: "Node16",
    moduleResolution: "Node16",
    esModuleInterop: true,
    strict: true,
    skipLibCheck: true,
    emitDecoratorMetadata: true,
    experimentalDecorators: true,
    outDir: "./.medusa/server",
    rootDir: "./",
  },
  "ts-node": { swc: true },
  include: ["**/*"],
  // The seed belongs to this project and imports more of it.
  exclude: ["node_modules", ".medusa", "src/scripts"],
}

/** A storefront next to the store. pnpm hoists its versions to a folder where packages find undeclared dependencies. */
const NEIGHBOR = {
  ...{ react: "^19.0.0", "react-dom": "^19.0.0", "react-hook-form": "6.15.8", zod: "3.25.76" },
  ...{ "react-router-dom": "5.3.4", "@tanstack/react-query": "4.36.1", "react-i18next": "11.18.6", i18next: "21.10.0" },
}

/** The plugin's pages need the dashboard's copy of these. With pnpm the store names them (docs/versions.md). */
export const OF_THE_DASHBOARD = ["react-router-dom", "react-i18next", "@tanstack/react-query"]

/** Writes a pnpm monorepo with this storefront. The store is added next. */
export function writeMonorepo(folder: string): void {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, "shop"), { recursive: true })
  write("pnpm-workspace.yaml", "packages:\n  - shop\n  - store\n")
  // Medusa requires this, because it looks for its plugins and dashboard there.
  write(".npmrc", "public-hoist-pattern[]=*@medusajs/*\n")
  write("package.json", JSON.stringify({ name: "a-monorepo", private: true }))
  write("shop/package.json", JSON.stringify({ name: "a-shop", private: true, dependencies: NEIGHBOR }))
}

/** Packages in node_modules, as npm puts them. Yarn does not read npm's settings, so it is told the registry. */
export function writeYarnSettings(folder: string, registry: string): void {
  const settings = {
    nodeLinker: "node-modules",
    npmRegistryServer: registry.trim(),
    unsafeHttpWhitelist: [new URL(registry.trim()).hostname],
    enableImmutableInstalls: false,
    enableTelemetry: false,
  }
  // JSON is YAML.
  writeFileSync(join(folder, ".yarnrc.yml"), JSON.stringify(settings))
}

/** A store's own subscriber, which uses the package's types for events, module and workflows. */
const SUBSCRIBER = `import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { type CryptoPaymentEventData, PAYMENT_EVENT_NAMES } from "medusa-payment-crypto/events"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "medusa-payment-crypto/modules/crypto-payments"
import { checkCryptoPaymentWorkflow } from "medusa-payment-crypto/workflows"

export default async function onSettled({ event, container }: SubscriberArgs<CryptoPaymentEventData>) {
  // @ts-expect-error the types know the event's fields
  const unknown = event.data.no_such_field
  const service: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const row = event.data.id === null ? undefined : await service.payments.byId(event.data.id)
  console.log(\`heard by the store: \${row?.status ?? unknown} \${typeof checkCryptoPaymentWorkflow} \${process.version}\`)
}

export const config: SubscriberConfig = { event: PAYMENT_EVENT_NAMES.settled }
`

type Manifest = { devDependencies: Record<string, string>; overrides: Record<string, string>; name: string }
/** A snapshot or another prerelease, which no range of releases contains (Semantic Versioning 11). */
export const isPrerelease = (version: string): boolean => version.includes("-")

type FreshApp = {
  folder: string
  root: string
  packed: string
  version: string
  more: Record<string, string>
  /** Whether medusa-config has the plugin. Otherwise `init` adds it. */
  registered?: boolean
}

/**
 * Writes a Medusa application like a store owner's, with Stripe, and the plugin as a packed file. It has no lock file, so it gets
 * the versions that a store gets today.
 * `more`: further dependencies of the store.
 */
export function writeFreshApp({ folder, root, packed, version, more, registered }: FreshApp): { seedScript: string } {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(root, name), "utf8"))
  const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value, null, 2))
  const own = read<Manifest>("package.json")
  const overrides = { rollup: own.overrides.rollup, "msgpackr-extract": own.overrides["msgpackr-extract"] }
  const ofMedusa = Object.fromEntries(DEPENDENCIES.map((name) => [name, version]))
  // Not every package has each prerelease.
  if (isPrerelease(version)) ofMedusa[ADMIN_SDK] = own.devDependencies[ADMIN_SDK] as string

  write("package.json", {
    name: "a-store",
    version: "0.0.1",
    private: true,
    dependencies: { ...ofMedusa, ...OTHER_VERSIONS, ...more, [own.name]: `file:${packed}` },
    devDependencies: Object.fromEntries(DEV_DEPENDENCIES.map((name) => [name, own.devDependencies[name]])),
    overrides,
    // Yarn's word for it.
    resolutions: overrides,
  })
  write("tsconfig.json", TSCONFIG)
  writeFileSync(join(folder, "medusa-config.ts"), registered ? REGISTERED : CONFIG)
  mkdirSync(join(folder, "src", "subscribers"), { recursive: true })
  writeFileSync(join(folder, "src", "subscribers", "settled.ts"), SUBSCRIBER)

  const scripts = join(folder, "src", "scripts")
  mkdirSync(scripts)
  for (const file of SEED_FILES) cpSync(join(root, "integration-tests", "support", file), join(scripts, file))
  return { seedScript: join(scripts, "seed-script.ts") }
}

/** The medusa-config.ts of Medusa's own starter, in a store that sells with Stripe. */
const CONFIG = `import { defineConfig, loadEnv } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

export default defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    // The test's admin uses http.
    cookieOptions: { secure: false, sameSite: "lax" },
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      options: {
        providers: [{ resolve: "@medusajs/medusa/payment-stripe", id: "stripe", options: { apiKey: "sk_test_of_stripe" } }],
      },
    },
  ],
})
`

/** The same as `init` leaves it. */
const REGISTERED = `import { withCryptoPayments } from "medusa-payment-crypto/config"
${CONFIG.replace("export default defineConfig({", "export default withCryptoPayments(defineConfig({").replace(/\}\)\n$/, "}))\n")}`
