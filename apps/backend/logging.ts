/**
 * One JSON object per line on standard output. No body, header, token or mail address is logged; a cause is logged by
 * its kind and its place in the code.
 */
import { Cause, Layer, Logger, References } from "effect"

const MAX_TEXT = 2_000

const textOf = (part: unknown): unknown =>
  part instanceof Error ? `${part.name}: ${part.message}` : part

export const jsonLines: Logger.Logger<unknown, string> = Logger.make(
  ({ date, logLevel, message, cause, fiber }) => {
    const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
    const annotations = fiber.getRef(References.CurrentLogAnnotations)
    return JSON.stringify({
      at: date.toISOString(),
      level: logLevel.toLowerCase(),
      service: "backend",
      message: textOf(parts[0]),
      ...(parts.length > 1 && { about: parts.slice(1).map(textOf) }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
      ...(cause.reasons.length > 0 && { cause: Cause.pretty(cause).slice(0, MAX_TEXT) }),
    })
  },
)

/** Replaces Effect's own logger. */
export const backendLogging = Layer.merge(
  Logger.layer([Logger.withConsoleLog(jsonLines)]),
  Layer.succeed(References.MinimumLogLevel, "Info"),
)

/** For tests that read nothing of the log. */
export const silentLayer = Logger.layer([])
