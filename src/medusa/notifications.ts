import type { INotificationModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { graph } from "./query"

export type BellNotice = {
  /** What may be in the bell only once. */
  key: string
  title: string
  description: string
  /** What it is about: the name of the event that told of it, and our row. */
  about: { event: string; type: string; id: string }
}

/**
 * Shows a notice once in the bell of Medusa's admin, which lists the notifications of the channel `feed`. A store without
 * a provider for that channel gets it too: Medusa stores it before it looks for the provider.
 * @throws what the database throws
 */
export async function ringBell(container: MedusaContainer, notice: BellNotice): Promise<void> {
  const module: INotificationModuleService | undefined = container.resolve(Modules.NOTIFICATION, {
    allowUnregistered: true,
  })
  if (!module || (await isInBell(container, notice.key))) return
  const { key, title, description, about } = notice
  try {
    await module.createNotifications({
      // As Medusa's own notices of finished exports: no address means every admin.
      ...{ to: "", channel: "feed", template: "admin-ui", data: { title, description } },
      ...{ trigger_type: about.event, resource_type: about.type, resource_id: about.id, idempotency_key: key },
    })
  } catch (error) {
    // Another process was faster, or the channel has no provider: either way the notice is stored.
    if (!(await isInBell(container, key))) throw error
  }
}

const isInBell = async (container: MedusaContainer, key: string): Promise<boolean> =>
  (await graph(container, "notification", ["id"], { idempotency_key: key })).length > 0
