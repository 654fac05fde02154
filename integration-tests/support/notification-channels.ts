import { Modules } from "@medusajs/framework/utils"
import type { Shop } from "./medusa"
import { knexOf } from "./module-rows"

/** Sets the channels of Medusa's notification provider. Medusa keeps what it read, so that must be read again. */
export async function setChannels({ container }: Pick<Shop, "container">, channels: string[]): Promise<void> {
  await knexOf(container)("notification_provider").update({ channels })
  const module = container.resolve(Modules.NOTIFICATION) as object as {
    notificationProviderService_: { providersCache?: unknown }
  }
  module.notificationProviderService_.providersCache = undefined
}
