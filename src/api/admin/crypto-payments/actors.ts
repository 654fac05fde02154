import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Actor } from "./contract"

/** Who acted, by their ids: admin users, or secret API keys under their titles. Whoever is gone keeps the id. */
export async function actorsOf(
  container: MedusaContainer,
  ids: readonly (string | null)[],
): Promise<(id: string) => Actor> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))]
  const actors = new Map<string, Actor>()
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  if (wanted.length > 0) {
    const { data } = await query.graph({
      entity: "user",
      fields: ["id", "email", "first_name", "last_name"],
      filters: { id: wanted },
    })
    for (const { id, email, first_name, last_name } of data) {
      actors.set(id, { id, email: email ?? null, name: [first_name, last_name].filter(Boolean).join(" ") || null })
    }
  }
  const others = wanted.filter((id) => !actors.has(id))
  if (others.length > 0) {
    const filters = { id: others }
    const { data } = await query.graph({ entity: "api_key", fields: ["id", "title"], filters })
    for (const { id, title } of data) actors.set(id, { id, email: null, name: title })
  }
  return (id) => actors.get(id) ?? { id, email: null, name: null }
}
