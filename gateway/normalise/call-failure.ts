/** The labels of a call that ended without its answer. Pure; called by normalise/* and commands/*. */
import type { CallFailure } from "../upstream/frame.ts"

/** Of a call that could not be made, or of one that only reads and got no answer. */
export const UNAVAILABLE = "unavailable"
/** Of a change of which nobody knows whether it was made. */
export const OUTCOME_UNKNOWN = "outcomeUnknown"
/** Of a refusal whose upstream gave none. */
const UNLABELLED = "undefined"

export const labelOf = (failure: CallFailure): string =>
  failure._tag === "Refused" ? (failure.label ?? UNLABELLED) : UNAVAILABLE

/** As above, for calls that may have taken effect without anybody hearing of it (law L7). */
export const labelOfChange = (failure: CallFailure): string =>
  failure._tag === "Unknown" ? OUTCOME_UNKNOWN : labelOf(failure)

/** The same with how long it is refused, for facts that say so. */
export const refusalOf = (
  failure: CallFailure,
  label: string,
): { readonly label: string; readonly waitSeconds?: number } => ({
  label,
  ...(failure._tag === "Refused" &&
    failure.waitSeconds !== undefined && { waitSeconds: failure.waitSeconds }),
})

/** For the gateway's own log: the label of a refusal, else how the call ended. */
export const reasonOf = (failure: CallFailure): string =>
  failure._tag === "Refused" ? (failure.label ?? UNLABELLED) : failure._tag
