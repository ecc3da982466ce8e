/**
 * What credits were too few for (CHAT-40 to CHAT-43), from the refusal until something is asked for anew. Pure.
 *
 * Invariant: a refusal for another reason leaves what was short as it is.
 */
import { TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import type { CreditsShortFor, RoomState } from "./room-state.ts"

/** A refusal, and what for where it was for want of credits. */
export const withCreditsShort = (
  room: RoomState,
  label: string,
  what: CreditsShortFor,
): RoomState => (label === TOO_FEW_CREDITS_LABEL ? { ...room, shortFor: what } : room)

/** What was short before is not what is asked for now. */
export const asksAnew = (room: RoomState): RoomState =>
  room.shortFor === null ? room : { ...room, shortFor: null }

export const isTooFew = (outcome: RoomState["tip"] | RoomState["vip"]): boolean =>
  outcome._tag === "Refused" && outcome.label === TOO_FEW_CREDITS_LABEL
