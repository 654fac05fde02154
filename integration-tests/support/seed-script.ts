import type { ExecArgs } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { seedStore } from "./seed"
import type { Login } from "./seed-by-command"

/**
 * For `medusa exec`: fills the store, and makes an admin user of the first argument, a `Login` in JSON.
 * What it made is written as one line of JSON after the second, since Medusa logs to the same output.
 */
export default async function seedByCommand({ container, args }: ExecArgs): Promise<void> {
  const [login, mark] = args
  const { email, password }: Login = JSON.parse(String(login))
  const user = await container.resolve(Modules.USER).createUsers({ email })
  const auth = container.resolve(Modules.AUTH)
  const { authIdentity, error } = await auth.register("emailpass", { body: { email, password } })
  if (!authIdentity) throw new Error(error ?? "the admin user was not registered")
  await auth.updateAuthIdentities({ id: authIdentity.id, app_metadata: { user_id: user.id } })

  const seed = await seedStore(container)
  process.stdout.write(`${mark}${JSON.stringify(seed)}\n`)
}
