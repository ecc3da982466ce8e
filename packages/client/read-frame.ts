/**
 * Reads one message of the gateway. No schema: the browser trusts its own gateway and checks only the members
 * that it decides by, so a proxy's error page is never taken for a frame.
 */
import type { GatewayFrame } from "@foldcast/contracts/stream/frames"

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null
const isPosition = (value: unknown): value is number => Number.isSafeInteger(value)

const isEnvelope = (value: unknown): boolean =>
  isObject(value) &&
  isPosition(value["seq"]) &&
  isPosition(value["at"]) &&
  isPosition(value["v"]) &&
  isObject(value["event"]) &&
  typeof value["event"]["_tag"] === "string"

/** Total: a new frame needs its row. */
const CHECKS: Readonly<Record<GatewayFrame["k"], (frame: Members) => boolean>> = {
  hello: ({ visit, epoch, seq, n, now, heartbeatMs, protocol }) =>
    typeof visit === "string" &&
    typeof epoch === "string" &&
    [seq, n, now, heartbeatMs].every(isPosition) &&
    isObject(protocol) &&
    isPosition(protocol["min"]) &&
    isPosition(protocol["max"]),
  resumed: ({ from, to }) => isPosition(from) && isPosition(to),
  reset: ({ reason }) => typeof reason === "string",
  events: ({ events }) => Array.isArray(events) && events.every(isEnvelope),
  replayed: ({ seq }) => isPosition(seq),
  ping: ({ seq, n }) => isPosition(seq) && isPosition(n),
  stored: ({ n }) => isPosition(n),
  signal: ({ topic }) => typeof topic === "string",
  bye: ({ code, retryAfterMs }) =>
    isPosition(code) && (retryAfterMs === undefined || isPosition(retryAfterMs)),
}

/**
 * `unreadable`: not a frame, so the stream cannot be trusted. `unknown`: a later version's frame, which an
 * older reader skips.
 */
export const readFrame = (text: string): GatewayFrame | "unreadable" | "unknown" => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return "unreadable"
  }
  if (!isObject(value) || typeof value["k"] !== "string") return "unreadable"
  if (!Object.hasOwn(CHECKS, value["k"])) return "unknown"
  const frame = value as unknown as GatewayFrame
  return CHECKS[frame.k](value) ? frame : "unreadable"
}
