import { Modules } from "@medusajs/framework/utils"
import type { Shop } from "./medusa"

export type Heard = Record<string, unknown>

/** The data of an event on Medusa's event bus, collected from now on. */
export function heardOf(shop: Pick<Shop, "container">, event: string): Heard[] {
  const heard: Heard[] = []
  shop.container.resolve(Modules.EVENT_BUS).subscribe(event, async ({ data }) => {
    heard.push(data as Heard)
  })
  return heard
}
