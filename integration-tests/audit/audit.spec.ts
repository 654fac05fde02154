import { execFile } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"

type Advisories = Record<
  string,
  { id: number; url: string; title: string; severity: string; vulnerable_versions: string }[]
>
type Outcome = { code: number; said: string; asked: string[] }

/** Runs the audit against a test registry that has these advisories, or answers with this status. */
async function audit(answer: Advisories | number, env: Record<string, string> = {}): Promise<Outcome> {
  const asked: string[] = []
  const registry = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (request.method !== "POST" || typeof answer === "number") {
      response.writeHead(typeof answer === "number" ? answer : 404).end()
      return
    }
    const body = Buffer.concat(parts)
    const packages = JSON.parse((request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString())
    asked.push(...Object.keys(packages))
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve))
  try {
    return { ...(await auditAt(`http://127.0.0.1:${(registry.address() as AddressInfo).port}/`, env)), asked }
  } finally {
    registry.close()
  }
}

function auditAt(registry: string, env: Record<string, string>): Promise<Omit<Outcome, "asked">> {
  return new Promise((resolve) => {
    const options = { cwd: join(__dirname, "../.."), env: { ...process.env, AUDIT: "", ...env } }
    const given = [join(__dirname, "index.mjs"), `--registry=${registry}`, "--fetch-retries=0"]
    execFile(process.execPath, given, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

describe("the audit of what a store gets with the plugin", () => {
  it("asks about the production dependencies and nothing of the store's own", async () => {
    const { code, said, asked } = await audit({})
    const ours = ["@hookform/resolvers", "@noble/hashes", "@scure/base", "ipaddr.js", "lean-qr", "react-hook-form"]
    const theirs = ["@standard-schema/utils", "js-tokens", "loose-envify", "react"]
    // Optional peers of the form library. npm counts them, because they are installed here for the tests.
    const besides = ["@sinclair/typebox", "ajv", "fast-deep-equal", "fast-uri", "json-schema-traverse"]
    const all = [...ours, ...theirs, ...besides, "require-from-string", "undici", "zod"]
    expect(asked.sort()).toEqual(all.sort())
    expect(said).toMatch(/^audited \d+ packages, 0 with known vulnerabilities$/m)
    expect(code).toBe(0)
  })

  it("fails with what is known of a vulnerable one", async () => {
    const found = { id: 1, url: "https://example.com/1", title: "Requests are mixed up", severity: "low" }
    const { code, said } = await audit({ undici: [{ ...found, vulnerable_versions: "<=99" }] })
    expect(said).toContain("low: undici")
    expect(said).toContain("Requests are mixed up")
    expect(code).toBe(1)
  })

  it.each([404, 405, 501])("counts for nothing where the registry answers no audits (%i)", async (status) => {
    const { code, said } = await audit(status)
    expect(said).toMatch(new RegExp(`^not audited: the registry answers no audits \\(${status}\\)$`, "m"))
    expect(said).toMatch(/^0 passed, 0 failed$/m)
    expect(code).toBe(0)
  })

  it("fails there where an answer is required", async () => {
    const { code, said } = await audit(405, { AUDIT: "required" })
    expect(said).toContain("not audited: the registry answers no audits (405)")
    expect(said).toMatch(/^0 passed, 1 failed$/m)
    expect(code).toBe(1)
  })

  it.each([401, 429, 500, 503])("fails where the registry answers audits, but not this one (%i)", async (status) => {
    const { code, said } = await audit(status)
    expect(said).toMatch(new RegExp(`^not audited: ${status} `, "m"))
    expect(said).not.toContain("0 failed")
    expect(code).toBe(1)
  })

  it("fails where no registry can be reached", async () => {
    const { code, said } = await auditAt("http://127.0.0.1:1/", {})
    expect(said).toMatch(/^not audited: .*ECONNREFUSED/m)
    expect(code).toBe(1)
  })
})
