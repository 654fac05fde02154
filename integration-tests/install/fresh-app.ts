import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { configOfReadme } from "./readme-config"

/** What Medusa's own starter has, as far as a server without an admin needs it. */
const DEPENDENCIES = ["@medusajs/medusa", "@medusajs/framework", "@medusajs/cli"]
const DEV_DEPENDENCIES = ["@swc/core", "@types/node", "ts-node", "typescript"]
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
}

type Manifest = { devDependencies: Record<string, string>; overrides: Record<string, string>; name: string }

/**
 * Writes a Medusa application such as a store owner has, with the plugin as the packed file in it. Medusa's
 * version is the project's own; what that brings is whatever a store would get today, so no lock is taken along.
 */
export function writeFreshApp(folder: string, root: string, packed: string): { seedScript: string } {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(root, name), "utf8"))
  const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value, null, 2))
  const own = read<Manifest>("package.json")
  const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, own.devDependencies[name]]))

  const manifest = {
    name: "a-store",
    version: "0.0.1",
    private: true,
    dependencies: { ...versions(DEPENDENCIES), [own.name]: `file:./${basename(packed)}` },
    devDependencies: versions(DEV_DEPENDENCIES),
    overrides: own.overrides,
  }
  write("package.json", manifest)
  write("tsconfig.json", TSCONFIG)
  writeFileSync(join(folder, "medusa-config.ts"), configOfReadme(readFileSync(join(root, "README.md"), "utf8")))

  mkdirSync(join(folder, "src", "scripts"), { recursive: true })
  const scripts = join(folder, "src", "scripts")
  for (const file of SEED_FILES) cpSync(join(root, "integration-tests", "support", file), join(scripts, file))
  return { seedScript: join(scripts, "seed-script.ts") }
}
