import { logger as medusaLogger } from "@medusajs/framework/logger"
import type { Logger } from "@medusajs/framework/types"
import { LOG_LINES, type LogCode, type LogFacts, logLine } from "../../core/text/log-lines"

/** What winston, under Medusa's logger, would put a field in the place of. */
const PLACEHOLDER = /%(?=[scdjifoO%])/g

/**
 * Writes one line of the plugin to the store's log. Medusa's own logger writes JSON outside of development, and keeps the
 * fields as members of it; a logger of the store's own is given the line, in which they stand as well.
 */
export function writeLine(logger: Logger, code: LogCode, facts: LogFacts, secrets: () => readonly string[]): void {
  const [level] = LOG_LINES[code]
  // Nothing is put together for a line that nobody writes. A store's own logger may know no levels.
  if (logger.shouldLog?.(level) === false) return
  const { message, fields } = logLine(code, facts, secrets())
  if (logger === medusaLogger) logger.log(level, message.replace(PLACEHOLDER, "%25"), fields)
  else logger[level](message)
}
