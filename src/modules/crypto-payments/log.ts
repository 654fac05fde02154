import { logger as medusaLogger } from "@medusajs/framework/logger"
import type { Logger } from "@medusajs/framework/types"
import { LOG_LINES, type LogCode, type LogFacts, logLine } from "../../core/text/log-lines"

/** Placeholders that winston, under Medusa's logger, replaces. */
const PLACEHOLDER = /%(?=[scdjifoO%])/g

/**
 * Writes one line to the store's log. Medusa's logger writes JSON outside of development and keeps the fields as members;
 * a store's own logger gets the line, which contains them.
 */
export function writeLine(logger: Logger, code: LogCode, facts: LogFacts, secrets: () => readonly string[]): void {
  const [level] = LOG_LINES[code]
  // A store's own logger may know no levels.
  if (logger.shouldLog?.(level) === false) return
  const { message, fields } = logLine(code, facts, secrets())
  if (logger === medusaLogger) logger.log(level, message.replace(PLACEHOLDER, "%25"), fields)
  else logger[level](message)
}
