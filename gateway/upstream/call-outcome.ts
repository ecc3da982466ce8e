/**
 * How an HTTP exchange with an upstream ended, in the four ways a caller can act on. Pure. Callers:
 * exchange.ts; whoever asks in a member's name, for `isTokenRefused`.
 */
import { Exit, Schema } from "effect"
import { Refusal } from "@foldcast/contracts/upstream/member-api"
import type { CallFailure, CallOutcome } from "./frame.ts"

const decodeRefusal = Schema.decodeUnknownExit(Refusal)

/** Errors of Node's sockets that say nothing was sent. */
const NOT_SENT: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
])

/** The socket error's code, wherever fetch has wrapped it. */
export const errorCode = (error: unknown): string | undefined => {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string") return at.code
    if (at instanceof AggregateError && at.errors.length > 0) return errorCode(at.errors[0])
  }
  return undefined
}

export const isReading = (method: string) => method === "GET"

/** A broken exchange: a reading call did nothing; another may have. */
export const ofFailure = (method: string, error: unknown): CallFailure => {
  const code = errorCode(error)
  const nothingHappened = isReading(method) || (code !== undefined && NOT_SENT.has(code))
  return nothingHappened ? { _tag: "Unavailable" } : { _tag: "Unknown" }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A whole answer. 200 is the only success (API-003). A server error without a label is no refusal: nobody
 * there decided anything.
 */
export const ofAnswer = (method: string, status: number, text: string): CallOutcome<unknown> => {
  const body = jsonOf(text)
  if (status === 200) return { _tag: "Answered", body }
  const refusal = decodeRefusal(body)
  const { label, fields } = Exit.isSuccess(refusal)
    ? refusal.value
    : { label: undefined, fields: undefined }
  if (status >= 500 && label === undefined) {
    return isReading(method) ? { _tag: "Unavailable" } : { _tag: "Unknown" }
  }
  return { _tag: "Refused", status, label: label ?? null, fields: fields ?? [] }
}

/** The upstream does not accept the token: whoever it was is not logged in any more. */
export const isTokenRefused = (outcome: CallOutcome<unknown>): boolean =>
  outcome._tag === "Refused" && (outcome.status === 401 || outcome.status === 403)
