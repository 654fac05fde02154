import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { makeDocument, openapiText } from "../../integration-tests/openapi/document"
import { routesIn } from "../../integration-tests/support/admin-routes"

const FILE = join(__dirname, "../../docs/openapi.yaml")

/** Every route as it is on disk: `get /crypto-payments/{token}`. */
const routes = () =>
  routesIn("").map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, "{$1}")}`)

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
