import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Shop } from "./medusa"

/** A line that the plugin wrote: its level, the line for people, and the fields beside it. */
export type Line = { level: string; message: string; code: string } & Record<string, string | number>

/** The plugin's lines from now on, at the level of production, in place of the log. */
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
