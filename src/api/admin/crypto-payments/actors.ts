import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Actor } from "./contract"

/** Admin users by their ids, in one query. Whoever is gone keeps the id. */
export async function actorsOf(
  container: MedusaContainer,
  ids: readonly (string | null)[],
): Promise<(id: string) => Actor> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))]
  const users = new Map<string, Actor>()
  if (wanted.length > 0) {
    const query = container.resolve(ContainerRegistrationKeys.QUERY)
    const { data } = await query.graph({
      entity: "user",
      fields: ["id", "email", "first_name", "last_name"],
      filters: { id: wanted },
    })
    for (const { id, email, first_name, last_name } of data) {
      users.set(id, { id, email: email ?? null, name: [first_name, last_name].filter(Boolean).join(" ") || null })
    }
  }
  return (id) => users.get(id) ?? { id, email: null, name: null }
}
