import type { MedusaContainer } from "@medusajs/framework/types"
import { graphByIds } from "./query"

/** Beginning of the ids of this package's own commands, which act without a user. */
const COMMAND = "medusa-payment-crypto "

/**
 * An admin user, a secret API key with its title as the name, or a command. If a user was deleted, only the id is
 * known.
 */
export type Actor = { id: string; email: string | null; name: string | null }

type User = { id: string; email?: string; first_name?: string | null; last_name?: string | null }

/** Finds admin users and API keys by their ids. The returned function gives the actor of an id. */
export async function actorsOf(
  container: MedusaContainer,
  ids: readonly (string | null)[],
): Promise<(id: string) => Actor> {
  const actors = new Map<string, Actor>()
  const users = await graphByIds<User>(container, "user", ["id", "email", "first_name", "last_name"], ids)
  for (const { id, email, first_name, last_name } of users) {
    actors.set(id, { id, email: email ?? null, name: [first_name, last_name].filter(Boolean).join(" ") || null })
  }
  const others = ids.filter((id) => id !== null && !actors.has(id))
  const keys = await graphByIds<{ id: string; title: string }>(container, "api_key", ["id", "title"], others)
  for (const { id, title } of keys) actors.set(id, { id, email: null, name: title })
  return (id) => actors.get(id) ?? { id, email: null, name: id.startsWith(COMMAND) ? id : null }
}
