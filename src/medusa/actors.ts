import type { MedusaContainer } from "@medusajs/framework/types"
import { graph } from "./query"

/** An admin user, or a secret API key with its title as the name. If it was deleted, only the id is known. */
export type Actor = { id: string; email: string | null; name: string | null }

type User = { id: string; email?: string; first_name?: string | null; last_name?: string | null }

const USER_FIELDS = ["id", "email", "first_name", "last_name"]

/** Finds admin users and API keys by their ids. The returned function gives the actor of an id. */
export async function actorsOf(
  container: MedusaContainer,
  ids: readonly (string | null)[],
): Promise<(id: string) => Actor> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))]
  const actors = new Map<string, Actor>()
  if (wanted.length === 0) return (id) => ({ id, email: null, name: null })
  for (const { id, email, first_name, last_name } of await graph<User>(container, "user", USER_FIELDS, {
    id: wanted,
  })) {
    actors.set(id, { id, email: email ?? null, name: [first_name, last_name].filter(Boolean).join(" ") || null })
  }
  const others = wanted.filter((id) => !actors.has(id))
  if (others.length > 0) {
    const keys = await graph<{ id: string; title: string }>(container, "api_key", ["id", "title"], { id: others })
    for (const { id, title } of keys) actors.set(id, { id, email: null, name: title })
  }
  return (id) => actors.get(id) ?? { id, email: null, name: null }
}
