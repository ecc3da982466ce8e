/**
 * Tips in a room: whether one is accepted now, and what is told after it was paid.
 *
 * Invariants: nothing is told of a tip before it is paid; while she is in VIP only her viewer there can tip her.
 */
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import type { Refused } from "../../http/refused.ts"
import { accountsOf } from "./name-accounts.ts"
import type { ChatSession } from "./chat-session.ts"
import { normalisedMessage } from "./message-text.ts"
import type { TipKind } from "./tip-kind.ts"
import { roomRefused, actionRefusal } from "./refusals.ts"
import type { ChatRoomState } from "./chat-room-state.ts"

/** `session`: null where the giver is not in the room. */
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

/** Null: a tip from a viewer in this mode, or from outside (null), may be paid while her room is in its mode. */
export const busyRefusal = (
  roomMode: UpstreamRoomMode,
  viewerMode: ChatSession["mode"] | null,
): Refused | null =>
  roomMode === "vip" && viewerMode !== "vip" ? roomRefused("performerBusy") : null

/** Null: a tip of this kind may be paid now. */
export const tipRefusalIn = (
  room: ChatRoomState,
  session: ChatSession,
  kind: TipKind,
  now: number,
): Refused | null => {
  const not = actionRefusal(session, now)
  if (not !== null) return not
  if (room.mode === "offline") return roomRefused("performerOffline")
  const busy = busyRefusal(room.mode, session.mode)
  if (busy !== null) return busy
  return kind._tag === "Toy" && !room.host.hasToy ? roomRefused("noToy") : null
}

/** Tells a paid tip; a private one only to its giver and the performer. */
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
  const told = { nickname, amount, kind, message, isPublic, lang }
  room.tellHost({ _tag: "Tipped", session: session?.id ?? null, ...told })
}
