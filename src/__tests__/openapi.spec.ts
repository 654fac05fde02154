import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join, sep } from "node:path"
import { makeDocument, openapiText } from "../../integration-tests/openapi/document"

const API = join(__dirname, "../api")
const FILE = join(__dirname, "../../docs/openapi.yaml")
const METHODS = /export (?:async function|const) (GET|POST|PUT|PATCH|DELETE)\b/g

/** Every route as it is on disk: `get /crypto-payments/{token}`. */
function routes(): string[] {
  const files = readdirSync(API, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(^|[\\/])route\.ts$/.test(file),
  )
  return files.flatMap((file) => {
    const folders = file.split(sep).slice(0, -1)
    const path = folders.map((folder) => `/${folder.replace(/^\[(.+)\]$/, "{$1}")}`).join("")
    const methods = [...readFileSync(join(API, file), "utf8").matchAll(METHODS)].map(([, method = ""]) => method)
    return methods.map((method) => `${method.toLowerCase()} ${path}`)
  })
}

describe("docs/openapi.yaml", () => {
  const document = makeDocument()

  it("matches the code: `npm run openapi` writes it again", () => {
    expect(readFileSync(FILE, "utf8")).toBe(openapiText(document))
    // It describes only data, and no methods of JavaScript strings.
    expect(openapiText(document)).not.toMatch(/padStart|HTML element/)
  })

  it("is valid OpenAPI 3.1 by the specification's own schema", () => {
    const validator = require.resolve("@seriousme/openapi-schema-validator/bin/validate-api-cli.js")
    const found = execFileSync(process.execPath, [validator, FILE], { encoding: "utf8" })
    expect(JSON.parse(found)).toEqual({ valid: true })
  })

  it("names each operation once, for generated clients", () => {
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(names).toContain("PostAdminCryptoPaymentsPaymentsIdPayouts")
    expect(new Set(names).size).toBe(names.length)
  })

  it("lists exactly the existing routes", () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(documented.sort()).toEqual(routes().sort())
  })
})
