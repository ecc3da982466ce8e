/**
 * A tip in a room: whether it is taken now, and what is told when it has been paid.
 *
 * Invariant: nothing is told of a tip before it is paid.
 */
import type { Refused } from "../../http/refused.ts"
import { accountsOf } from "./name-accounts.ts"
import type { Session } from "./session.ts"
import { spokenText } from "./spoken-text.ts"
import type { TipKind } from "./tip-kind.ts"
import { refused, whyNotNow } from "./refusals.ts"
import type { RoomState } from "./room-state.ts"

/** `session`: null for who gives it without being in the room. */
export interface TipGiver {
  readonly session: Session | null
  readonly nickname: string
  readonly memberId: string | null
  readonly lang: "nl" | "en"
}

export interface Tip {
  readonly id: string
  readonly amount: number
  readonly kind: TipKind
  readonly typed: string
  readonly isPublic: boolean
}

/** Why no tip of this kind is taken now; null where it is. Nothing has moved yet. */
export const whyNoTip = (
  room: RoomState,
  session: Session,
  kind: TipKind,
  now: number,
): Refused | null => {
  const not = whyNotNow(session, now)
  if (not !== null) return not
  if (room.mode === "offline") return refused("performerOffline")
  return kind._tag === "Toy" && !room.host.hasToy ? refused("noToy") : null
}

/** A tip that has been paid. A private one is told to its giver and to her. */
export const tipped = (room: RoomState, from: TipGiver, tip: Tip): void => {
  const { session, nickname, lang } = from
  const { id, amount, kind, isPublic } = tip
  const text = spokenText(tip.typed)
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
