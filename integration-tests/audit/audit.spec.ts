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

/** Runs the audit against a registry of the test's own, which knows these advisories, or answers no audits. */
async function audit(advisories: Advisories | null, env: Record<string, string> = {}): Promise<Outcome> {
  const asked: string[] = []
  const registry = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (request.method !== "POST" || advisories === null) {
      response.writeHead(request.method === "POST" ? 405 : 404).end()
      return
    }
    const body = Buffer.concat(parts)
    const packages = JSON.parse((request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString())
    asked.push(...Object.keys(packages))
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(advisories))
  })
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
  const script = join(__dirname, "index.mjs")
  try {
    return await new Promise((resolve) => {
      const options = { cwd: join(__dirname, "../.."), env: { ...process.env, ...env } }
      const given = [script, `--registry=${url}`, "--fetch-retries=0"]
      const done = (error: { code?: unknown } | null, stdout: string, stderr: string) =>
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr, asked })
      execFile(process.execPath, given, options, done)
    })
  } finally {
    registry.close()
  }
}

describe("the audit of what a store gets with the plugin", () => {
  it("asks about the production dependencies and nothing of the store's own", async () => {
    const { code, said, asked } = await audit({})
    expect(asked.sort()).toEqual(["lean-qr", "undici"])
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

  it("says so where the registry answers no audits, and fails where an answer is required", async () => {
    const { code, said } = await audit(null)
    expect(said).toContain("The production dependencies were not audited.")
    expect(code).toBe(0)
    expect((await audit(null, { AUDIT: "required" })).code).toBe(1)
  })
})
