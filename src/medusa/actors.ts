import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** An admin user, or a secret API key under its title. One that was deleted keeps only the id. */
export type Actor = { id: string; email: string | null; name: string | null }

/** Finds who acted, by the ids of admin users and API keys. */
export async function actorsOf(
  container: MedusaContainer,
  ids: readonly (string | null)[],
): Promise<(id: string) => Actor> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))]
  const actors = new Map<string, Actor>()
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  if (wanted.length > 0) {
    const fields = ["id", "email", "first_name", "last_name"]
    const { data } = await query.graph({ entity: "user", fields, filters: { id: wanted } })
    for (const { id, email, first_name, last_name } of data) {
      actors.set(id, { id, email: email ?? null, name: [first_name, last_name].filter(Boolean).join(" ") || null })
    }
  }
  const others = wanted.filter((id) => !actors.has(id))
  if (others.length > 0) {
    const { data } = await query.graph({ entity: "api_key", fields: ["id", "title"], filters: { id: others } })
    for (const { id, title } of data) actors.set(id, { id, email: null, name: title })
  }
  return (id) => actors.get(id) ?? { id, email: null, name: null }
}
