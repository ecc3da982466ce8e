/** How an HTTP exchange with an upstream ended, in the five ways a caller can act on. Pure. */
import { Exit, Schema } from "effect"
import {
  KEY_REFUSED_LABEL,
  MEMBER_GONE_LABEL,
  UpstreamRefusal,
  TOKEN_REFUSED_LABEL,
} from "@foldcast/contracts/upstream/member-api"
import { parseJson } from "@foldcast/contracts/upstream/parse-json"
import {
  REFUSAL_FIELDS,
  REFUSAL_LABELS,
  UNLISTED_LABEL,
} from "@foldcast/contracts/upstream/refusal-words"
import type { CallFailure, CallOutcome } from "./frame.ts"

const decodeRefusal = Schema.decodeUnknownExit(UpstreamRefusal)

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

const jsonOf = (answered: string | Uint8Array): unknown => {
  const read = parseJson(answered)
  return read._tag === "Value" ? read.value : undefined
}

/**
 * Without a label these are no refusals: a server that broke, or a proxy's own page, decided nothing of the
 * member.
 */
const needsLabel = (status: number) => status >= 500 || status === 401 || status === 403

/** A whole answer. 200 is the only success (API-003). */
export const ofAnswer = (
  method: string,
  status: number,
  answered: string | Uint8Array,
): CallOutcome<unknown> => {
  const body = jsonOf(answered)
  if (status === 200) return { _tag: "Answered", body }
  const refusal = decodeRefusal(body)
  const { label, fields, waitSeconds } = Exit.isSuccess(refusal)
    ? refusal.value
    : { label: undefined, fields: undefined, waitSeconds: undefined }
  if (status === 401 && label === KEY_REFUSED_LABEL) return { _tag: "KeyRefused" }
  if (needsLabel(status) && label === undefined) {
    return isReading(method) ? { _tag: "Unavailable" } : { _tag: "Unknown" }
  }
  return {
    _tag: "Refused",
    status,
    label: label ?? null,
    fields: fields ?? [],
    ...(waitSeconds !== undefined && { waitSeconds }),
  }
}

const listed = (label: string) => (REFUSAL_LABELS.has(label) ? label : UNLISTED_LABEL)

/** A refusal in words that facts may keep: other labels become one word, other fields are left out. */
export const inListedWords = <Body>(outcome: CallOutcome<Body>): CallOutcome<Body> =>
  outcome._tag === "Refused"
    ? {
        ...outcome,
        label: outcome.label === null ? null : listed(outcome.label),
        fields: outcome.fields
          .filter(({ field }) => REFUSAL_FIELDS.has(field))
          .map(({ field, label }) => ({ field, label: listed(label) })),
      }
    : outcome

const isRefusedWith = (outcome: CallOutcome<unknown>, status: number, label: string) =>
  outcome._tag === "Refused" && outcome.status === status && outcome.label === label

/** The token was good, and there is no such member any more. */
export const isMemberGone = (outcome: CallOutcome<unknown>): boolean =>
  isRefusedWith(outcome, 403, MEMBER_GONE_LABEL)

/**
 * The upstream does not accept the token: whoever it was is not logged in any more. Said by status and label
 * together, so that no proxy and no refused key can say it.
 */
export const isTokenRefused = (outcome: CallOutcome<unknown>): boolean =>
  isMemberGone(outcome) || isRefusedWith(outcome, 401, TOKEN_REFUSED_LABEL)
