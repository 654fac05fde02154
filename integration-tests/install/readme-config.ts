const BLOCK = /<!-- install:medusa-config -->\s*```ts\n([\s\S]*?)```/

/** The medusa-config.ts of Medusa's own starter, with the README's part added. */
const starter = (added: string): string => `import { defineConfig, loadEnv } from "@medusajs/framework/utils"

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
${added}})
`

/** The medusa-config.ts of a store owner who follows the README. */
export function configOfReadme(readme: string): string {
  const [, added] = BLOCK.exec(readme) ?? []
  if (!added) throw new Error("README.md has no code block marked with <!-- install:medusa-config -->")
  return starter(added)
}
