import { logger as medusaLogger } from "@medusajs/framework/logger"
import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from "@medusajs/framework/opentelemetry/api"
import type { Logger } from "@medusajs/framework/types"
import { isCryptoPaymentError } from "../../core/text/errors"
import { errorCode, LOG_LINES, type LogCode, type LogFacts, logLine } from "../../core/text/log-lines"
import type { OnRequest } from "../../store-api/client"

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

/** Spans cost almost nothing until the store registers an OpenTelemetry SDK, before or after this file loads. */
const tracer = trace.getTracer("medusa-payment-crypto")

/** The plugin's spans, each named `crypto_payments.<name>`; docs/reference.md lists them with their attributes. */
export const SPANS = ["create", "ingest", "settle", "lookup", "sweep"] as const

/** What a span may contain: no body, header, key, token, address or person. `outcome` is a stable code. */
type SpanFacts = { [Name in Id | "asset" | "chain" | "outcome" | "reason"]?: string | null | undefined } & {
  [Name in SweepCount]?: number
}
type Id = "payment_id" | "external_payment_id" | "connection_id" | "event_id" | "order_id"
type SweepCount = "events" | "settled" | "looked" | "expired" | "postponed"

/** Runs the work in a new span below the active one. A span records an error's code, never its message. */
export function inSpan<T>(
  name: (typeof SPANS)[number],
  facts: SpanFacts,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(`crypto_payments.${name}`, { attributes: attributesOf(facts) }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      // Refusing a shopper is an expected outcome. An error is something that a person must fix.
      if (isCryptoPaymentError(error) && error.status < 500) tell(span, { outcome: error.code })
      else failed(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

export const tell = (span: Span, facts: SpanFacts): void => {
  if (span.isRecording()) span.setAttributes(attributesOf(facts))
}

export function failed(span: Span, error: unknown): void {
  const code = errorCode(error) ?? "unknown"
  tell(span, { outcome: "failed" })
  span.setAttribute("error.type", code)
  span.setStatus({ code: SpanStatusCode.ERROR, message: code })
}

/** A client span for each attempt of a request to the service. Its name contains no id: the route is a template. */
export const traceRequest: OnRequest = ({ method, route, host, attempt }) => {
  const span = tracer.startSpan(`${method} ${route}`, {
    kind: SpanKind.CLIENT,
    attributes: {
      "http.request.method": method,
      "url.template": route,
      "server.address": host,
      ...(attempt > 1 ? { "http.request.resend_count": attempt - 1 } : {}),
    },
  })
  return ({ status, code }) => {
    if (status > 0) span.setAttribute("http.response.status_code", status)
    if (code !== undefined) {
      span.setAttribute("error.type", code)
      span.setStatus({ code: SpanStatusCode.ERROR, message: code })
    }
    span.end()
  }
}

function attributesOf(facts: SpanFacts): Attributes {
  const attributes: Attributes = {}
  for (const [name, value] of Object.entries(facts)) {
    if (value !== null && value !== undefined) attributes[`crypto_payments.${name}`] = value
  }
  return attributes
}
