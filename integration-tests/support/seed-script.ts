import type { ExecArgs } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { seedStore } from "./seed"
import type { Login } from "./seed-by-command"

/**
 * For `medusa exec`: seeds the store, and makes an admin user from the first argument, a `Login` as JSON. Writes the
 * seed as one line of JSON with the second argument as a prefix, because Medusa logs to the same output.
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
