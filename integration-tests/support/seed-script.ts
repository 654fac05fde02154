import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, FeatureFlag, Modules } from "@medusajs/framework/utils"
import { READER } from "./constants"
import { seedStore } from "./seed"
import type { Login } from "./seed-by-command"

type Container = ExecArgs["container"]

/**
 * For `medusa exec`: seeds the store, and makes an admin user from the first argument, a `Login` as JSON. With RBAC it
 * also makes one who may only read. Writes the seed as one line of JSON with the second argument as a prefix, because
 * Medusa logs to the same output.
 */
export default async function seedByCommand({ container, args }: ExecArgs): Promise<void> {
  const [login, mark] = args
  const { email, password }: Login = JSON.parse(String(login))
  const admin = await createUser(container, { email, password })
  if (FeatureFlag.isFeatureEnabled("rbac")) {
    await giveRole(container, admin, "role_super_admin")
    await giveRole(container, await createUser(container, { email: READER, password }), await readerRole(container))
  }
  const seed = await seedStore(container)
  process.stdout.write(`${mark}${JSON.stringify(seed)}\n`)
}

async function createUser(container: Container, { email, password }: Login): Promise<string> {
  const user = await container.resolve(Modules.USER).createUsers({ email })
  const auth = container.resolve(Modules.AUTH)
  const { authIdentity, error } = await auth.register("emailpass", { body: { email, password } })
  if (!authIdentity) throw new Error(error ?? "the admin user was not registered")
  await auth.updateAuthIdentities({ id: authIdentity.id, app_metadata: { user_id: user.id } })
  return user.id
}

/** A role with every policy that only reads. */
async function readerRole(container: Container): Promise<string> {
  const rbac = container.resolve(Modules.RBAC)
  const role = await rbac.createRbacRoles({ name: "Reader" })
  const policies = await rbac.listRbacPolicies({ operation: "read" })
  await rbac.createRbacRolePolicies(policies.map(({ id }) => ({ role_id: role.id, policy_id: id })))
  return role.id
}

const giveRole = (container: Container, user_id: string, rbac_role_id: string) =>
  container
    .resolve(ContainerRegistrationKeys.LINK)
    .create({ [Modules.USER]: { user_id }, [Modules.RBAC]: { rbac_role_id } })
