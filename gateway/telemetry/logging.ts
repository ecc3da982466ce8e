/** The gateway's log: one JSON object per line on standard output, redacted (redact.ts). */
import { Cause, Layer, Logger, References } from "effect"
import { redactForLog, redactText } from "./redact.ts"

type Level = "Debug" | "Info" | "Warn" | "Error"

export interface LogLine {
  /** ISO 8601, by the gateway's clock. */
  readonly at: string
  readonly level: string
  readonly message: unknown
  /** Log annotations of the surrounding code. */
  readonly about?: unknown
  readonly cause?: string
}

const messageOf = (message: unknown): unknown => {
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  return parts.length === 1 ? redactForLog(parts[0]) : parts.map(redactForLog)
}

export const redactedLines: Logger.Logger<unknown, string> = Logger.make(
  ({ date, logLevel, message, cause, fiber }) => {
    const annotations = fiber.getRef(References.CurrentLogAnnotations)
    const line: LogLine = {
      at: date.toISOString(),
      level: logLevel.toLowerCase(),
      message: messageOf(message),
      ...(Object.keys(annotations).length === 0 ? {} : { about: redactForLog(annotations) }),
      ...(cause.reasons.length === 0 ? {} : { cause: redactText(Cause.pretty(cause)) }),
    }
    return JSON.stringify(line)
  },
)

/** Replaces Effect's own logger. */
export const loggingLayer = (minimum: Level) =>
  Layer.merge(
    Logger.layer([Logger.withConsoleLog(redactedLines)]),
    Layer.succeed(References.MinimumLogLevel, minimum),
  )
