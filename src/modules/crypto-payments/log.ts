import { logger as medusaLogger } from "@medusajs/framework/logger"
import type { Logger } from "@medusajs/framework/types"
import { LOG_LINES, type LogCode, type LogFacts, logLine } from "../../core/text/log-lines"

/** Placeholders that winston, under Medusa's logger, replaces by a field. */
const PLACEHOLDER = /%(?=[scdjifoO%])/g

/**
 * Writes one line of the plugin to the store's log. Medusa's logger also gets the fields, which it writes as JSON
 * outside development; a custom logger gets only the line, which contains them as text.
 */
export function writeLine(logger: Logger, code: LogCode, facts: LogFacts, secrets: () => readonly string[]): void {
  const [level] = LOG_LINES[code]
  // Skips a line that the level hides. A custom logger may have no `shouldLog`.
  if (logger.shouldLog?.(level) === false) return
  const { message, fields } = logLine(code, facts, secrets())
  if (logger === medusaLogger) logger.log(level, message.replace(PLACEHOLDER, "%25"), fields)
  else logger[level](message)
}
