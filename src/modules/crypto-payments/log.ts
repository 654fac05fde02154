import { logger as medusaLogger } from "@medusajs/framework/logger"
import type { Logger } from "@medusajs/framework/types"
import { LOG_LINES, type LogCode, type LogFacts, logLine } from "../../core/text/log-lines"

/** Placeholders that winston, under Medusa's logger, replaces by a field. */
const PLACEHOLDER = /%(?=[scdjifoO%])/g

/**
 * Writes one line of the plugin to the store's log. Medusa's own logger gets the fields too, and writes them as JSON outside
 * development; a store's own logger gets only the line, which holds them as text.
 */
export function writeLine(logger: Logger, code: LogCode, facts: LogFacts, secrets: () => readonly string[]): void {
  const [level] = LOG_LINES[code]
  // Builds no line that is not written. A store's own logger may have no levels.
  if (logger.shouldLog?.(level) === false) return
  const { message, fields } = logLine(code, facts, secrets())
  if (logger === medusaLogger) logger.log(level, message.replace(PLACEHOLDER, "%25"), fields)
  else logger[level](message)
}
