/** What the site asks of a guest's call, without its fold, which only those load who have to do with one. */
import type { Call, SiteState } from "./site-state.ts"

export const NO_CALL: Call = { _tag: "None" }

export const callOf = ({ dialIn }: SiteState): Call => dialIn?.call ?? NO_CALL

/** Whether the caller is connected and pays. */
export const isInCall = (state: SiteState): boolean => callOf(state)._tag === "InCall"

/** Whether the PIN was accepted, and the call has not ended (DIALIN-25). */
export const hasCall = (state: SiteState): boolean =>
  isInCall(state) || callOf(state)._tag === "Pending"
