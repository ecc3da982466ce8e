/**
 * What the visitor had too few credits for (CHAT-40 to CHAT-43), from the refusal until the next request. Pure.
 *
 * Invariant: a refusal for another reason does not change it.
 */
import { TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import type { CreditsShortFor, RoomState } from "./room-state.ts"
import { withChanges } from "./slice.ts"

/** Notes what the credits were too few for, if that is the reason of the refusal. */
export const withCreditsShort = (
  room: RoomState,
  label: string,
  what: CreditsShortFor,
): RoomState => (label === TOO_FEW_CREDITS_LABEL ? withChanges(room, { shortFor: what }) : room)

/** A new request clears the earlier shortage. */
export const asksAnew = (room: RoomState): RoomState => withChanges(room, { shortFor: null })

export const isTooFew = (outcome: RoomState["tip"] | RoomState["vip"]): boolean =>
  outcome._tag === "Refused" && outcome.label === TOO_FEW_CREDITS_LABEL
