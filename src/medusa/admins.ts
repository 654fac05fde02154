import type { INotificationModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { graph, graphByIds } from "./query"

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

type BellNotice = {
  /** The idempotency key: a notification with this key is shown once. */
  key: string
  title: string
  description: string
  /** The subject: the name of the event that caused it, and our row. */
  about: { event: string; type: string; id: string }
}

/**
 * Shows a notice once in Medusa's admin, which lists the notifications of the channel `feed`. This works without a
 * provider for that channel, because Medusa stores the notification before it looks for the provider.
 * @throws the database's error
 */
export async function createAdminNotification(container: MedusaContainer, notice: BellNotice): Promise<void> {
  const module: INotificationModuleService | undefined = container.resolve(Modules.NOTIFICATION, {
    allowUnregistered: true,
  })
  if (!module || (await isInBell(container, notice.key))) return
  const { key, title, description, about } = notice
  try {
    await module.createNotifications({
      // Like Medusa's own notices about finished exports: an empty address means every admin.
      to: "",
      channel: "feed",
      template: "admin-ui",
      data: { title, description },
      trigger_type: about.event,
      resource_type: about.type,
      resource_id: about.id,
      idempotency_key: key,
    })
  } catch (error) {
    // Another process was faster, or the channel has no provider. In both cases the notice is stored.
    if (!(await isInBell(container, key))) throw error
  }
}

/** Removes the notices about these rows of ours, which nobody needs once their items are closed. */
export async function removeAdminNotifications(container: MedusaContainer, ids: readonly string[]): Promise<void> {
  // MedusaService makes the deletion, which the interface does not list.
  type Module = INotificationModuleService & { deleteNotifications(ids: string[]): Promise<void> }
  const module = container.resolve(Modules.NOTIFICATION, { allowUnregistered: true }) as Module | undefined
  if (!module || ids.length === 0) return
  const filters = { resource_id: [...ids], channel: "feed", template: "admin-ui" }
  const notices = await graph<{ id: string }>(container, "notification", ["id"], filters)
  if (notices.length > 0) await module.deleteNotifications(notices.map(({ id }) => id))
}

const isInBell = async (container: MedusaContainer, key: string): Promise<boolean> =>
  (await graph(container, "notification", ["id"], { idempotency_key: key })).length > 0
