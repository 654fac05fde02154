import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describeShop } from "../support/medusa"
import { knexOf } from "../support/module-rows"
import { openCart } from "../support/shopper"

const blocksOf = (language: string, page = "docs/operations.md"): string[] =>
  [
    ...readFileSync(join(__dirname, "../..", page), "utf8").matchAll(
      new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"),
    ),
  ].map(([, code = ""]) => code)

describeShop("the commands of docs/operations.md and of the skill", {}, (shop) => {
  /** Runs a block in a shell, as a monitor does. */
  const run = (block: string, secrets: Record<string, string>) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const command = block.replaceAll("https://medusa.example.com", shop.url)
      const env = { ...process.env, ...secrets }
      execFile("bash", ["-c", command], { env }, (error, said) => resolve({ code: Number(error?.code ?? 0), said }))
    })

  it("read the health with a secret key, and the check fails if payments are failing or the key is wrong", async () => {
    const { api_key } = await shop.admin.post("/admin/api-keys", { title: "monitor", type: "secret" })
    const key = { MEDUSA_SECRET_KEY: api_key.token }
    const [page = "", check = ""] = blocksOf("bash")
    expect(JSON.parse((await run(page, key)).said).health.state).toBe("ok")
    // The comment below the command shows another form of it.
    const [header = ""] = /-H ".+"$/m.exec(page) ?? []
    const other = await run(
      page.replace(/-u "[^"]*"/, () => header),
      key,
    )
    expect(JSON.parse(other.said).health.state).toBe("ok")
    expect(await run(check, key)).toMatchObject({ code: 0, said: expect.stringContaining("ok") })
    expect(await run(check, { MEDUSA_SECRET_KEY: "sk_wrong" })).toMatchObject({ code: 1 })
    const knex = knexOf(shop.container)
    await knex.raw("ALTER TABLE crypto_payout RENAME TO put_away")
    const failing = await run(check, key).finally(() => knex.raw("ALTER TABLE put_away RENAME TO crypto_payout"))
    expect(failing).toMatchObject({ code: 1, said: "" })
  })

  it("read what a pay link shows, without a key, and fail with the code for an unknown token", async () => {
    const { data } = await openCart(shop)
    const [pay = ""] = blocksOf("bash", "skills/medusa-payment-crypto/SKILL.md")
    expect(JSON.parse((await run(pay, { TOKEN: data.token })).said)).toMatchObject({
      token: data.token,
      payment: { state: "waiting", address: data.address },
    })
    const unknown = await run(pay, { TOKEN: "A".repeat(22) })
    expect(unknown).toEqual({ code: 22, said: expect.stringContaining("unknown_payment") })
  })
})
