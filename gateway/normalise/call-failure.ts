/** The labels of failed calls. Pure. */
import type { CallFailure } from "../upstream/frame.ts"

/** The call could not be made, or it only reads and got no answer. */
export const UNAVAILABLE = "unavailable"
/** A change with an unknown outcome. */
export const OUTCOME_UNKNOWN = "outcomeUnknown"
/** A refusal without a label. */
const UNLABELLED = "undefined"

export const labelOf = (failure: CallFailure): string =>
  failure._tag === "Refused" ? (failure.label ?? UNLABELLED) : UNAVAILABLE

/** The same for calls that may have taken effect without an answer (law L7). */
export const labelOfChange = (failure: CallFailure): string =>
  failure._tag === "Unknown" ? OUTCOME_UNKNOWN : labelOf(failure)

/** The label with the time for which it is refused, for facts that contain both. */
export const refusalOf = (
  failure: CallFailure,
  label: string,
): { readonly label: string; readonly waitSeconds?: number } => ({
  label,
  ...(failure._tag === "Refused" &&
    failure.waitSeconds !== undefined && { waitSeconds: failure.waitSeconds }),
})

/** For the gateway's own log: the label of a refusal, else the tag of the failure. */
export const reasonOf = (failure: CallFailure): string =>
  failure._tag === "Refused" ? (failure.label ?? UNLABELLED) : failure._tag
