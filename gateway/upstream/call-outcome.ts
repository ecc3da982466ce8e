/** How an exchange with an upstream ended, as the five outcomes that a caller can act on. Pure. */
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

const NOTHING_SENT = "NOTHING_SENT"

/** Nothing reached the upstream. */
export class NotSent extends Error {
  readonly code = NOTHING_SENT
}

/** Errors which mean that nothing was sent; most are Node's. */
const NOT_SENT: ReadonlySet<string> = new Set([
  NOTHING_SENT,
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
])

/** The socket error's code, unwrapped from the errors of fetch. */
export const errorCode = (error: unknown): string | undefined => {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string") return at.code
    if (at instanceof AggregateError && at.errors.length > 0) return errorCode(at.errors[0])
  }
  return undefined
}

export const isReading = (method: string) => method === "GET"

/** The outcome of a broken exchange: a reading call had no effect; another call may have had one. */
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
 * Without a label these are not refusals: a failed server, or a proxy's own page, has decided nothing about the
 * member.
 */
const needsLabel = (status: number) => status >= 500 || status === 401 || status === 403

/** The outcome of a complete answer. 200 is the only success (API-003). */
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

/**
 * Limits a refusal to the closed lists that facts may keep: an unlisted label becomes one fixed word, unlisted
 * fields are dropped.
 */
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

/** The token is valid, but the member does not exist any more. */
export const isMemberGone = (outcome: CallOutcome<unknown>): boolean =>
  isRefusedWith(outcome, 403, MEMBER_GONE_LABEL)

/**
 * The upstream does not accept the token, so the session is over. Status and label must match together, so that
 * neither a proxy nor a refused API key has this effect.
 */
export const isTokenRefused = (outcome: CallOutcome<unknown>): boolean =>
  isMemberGone(outcome) || isRefusedWith(outcome, 401, TOKEN_REFUSED_LABEL)
