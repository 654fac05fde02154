import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { Shop } from "./medusa"

export type Heard = Record<string, unknown>

/** The data of an event on Medusa's event bus, collected from now on. */
export function heardOf(shop: Pick<Shop, "container">, event: string): Heard[] {
  const heard: Heard[] = []
  shop.container.resolve(Modules.EVENT_BUS).subscribe(event, async ({ data }) => void heard.push(data as Heard))
  return heard
}

/** A log line of the plugin: its level, its message and its fields. */
export type Line = { level: string; message: string; code: string } & Record<string, string | number>

/** Collects the plugin's log lines from now on, at production's level, instead of writing them. */
export function linesOf(shop: Pick<Shop, "container">): { lines: Line[]; stop: () => void } {
  const lines: Line[] = []
  const logger = shop.container.resolve(ContainerRegistrationKeys.LOGGER)
  logger.setLogLevel("info")
  const log = logger.log.bind(logger)
  const spy = jest.spyOn(logger, "log").mockImplementation((...parts: unknown[]) => {
    const [level, message, fields] = parts as [string, string, Record<string, string | number>]
    if (!String(message).startsWith("crypto payments: ")) return log(...parts)
    lines.push({ ...fields, level, message } as Line)
  })
  const stop = () => {
    spy.mockRestore()
    logger.unsetLogLevel()
  }
  return { lines, stop }
}
