import type { INotificationModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { graph } from "./query"

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
      ...{ to: "", channel: "feed", template: "admin-ui", data: { title, description } },
      ...{ trigger_type: about.event, resource_type: about.type, resource_id: about.id, idempotency_key: key },
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
