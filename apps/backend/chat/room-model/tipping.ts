/**
 * A tip in a room: whether it is taken now, and what is told when it has been paid.
 *
 * Invariant: nothing is told of a tip before it is paid.
 */
import type { Refused } from "../../http/refused.ts"
import { accountsOf } from "./name-accounts.ts"
import type { ChatSession } from "./chat-session.ts"
import { normalisedMessage } from "./message-text.ts"
import type { TipKind } from "./tip-kind.ts"
import { roomRefused, actionRefusal } from "./refusals.ts"
import type { ChatRoomState } from "./chat-room-state.ts"

/** `session`: null for who gives it without being in the room. */
export interface TipGiver {
  readonly session: ChatSession | null
  readonly nickname: string
  readonly memberId: string | null
  readonly lang: "nl" | "en"
}

export interface RoomTip {
  readonly id: string
  readonly amount: number
  readonly kind: TipKind
  readonly typed: string
  readonly isPublic: boolean
}

/** Why no tip of this kind is taken now; null where it is. Nothing has moved yet. */
export const tipRefusalIn = (
  room: ChatRoomState,
  session: ChatSession,
  kind: TipKind,
  now: number,
): Refused | null => {
  const not = actionRefusal(session, now)
  if (not !== null) return not
  if (room.mode === "offline") return roomRefused("performerOffline")
  return kind._tag === "Toy" && !room.host.hasToy ? roomRefused("noToy") : null
}

/** A tip that has been paid. A private one is told to its giver and to her. */
export const tellTip = (room: ChatRoomState, from: TipGiver, tip: RoomTip): void => {
  const { session, nickname, lang } = from
  const { id, amount, kind, isPublic } = tip
  const text = normalisedMessage(tip.typed)
  const message = room.rules.isMuted(text) ? "" : text
  const to = isPublic ? "all" : session
  const given = {
    id,
    from: nickname,
    amount,
    message,
    isPublic,
    accounts: accountsOf(from),
    ...(to !== "all" && to !== null && { session: to.id }),
  }
  if (kind._tag === "Credits") {
    if (to !== null) room.tell(to, "tip", { ...given, tipType: kind.tipType })
  } else {
    const { level, intensity } = kind
    const seconds = level * room.rules.toySecondsPerLevel
    if (to !== null) room.tell(to, "ft-tip", { ...given, intensity, level, seconds })
    room.tell("all", "cybertoy", { level, seconds })
  }
  room.tellHost({ _tag: "Tipped", nickname, amount, kind, message, isPublic, lang })
}
